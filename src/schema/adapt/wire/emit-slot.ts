import type { Site } from '../../dialect/site.js';
import type { Edge } from '../graph/node.js';
import type { EmittedSlot, Emitter } from './emitter.js';
import { appendDescription, orNull, prependDescription, type Wire } from './wire-schema.js';

const REQUIRED = 'strict mode requires every property';

const LEAVES_OUT = 'Null leaves it out.';

/** Emits a place for a value that may be null or absent. */
export function emitSlot(emitter: Emitter, edge: Edge, isOptional: boolean, depth: number): EmittedSlot {
  const { node } = edge;
  const values = emitter.node(edge, depth);
  const plan = values?.plan;
  if (!node.nullable && !isOptional && values !== undefined) {
    return { wire: values.wire, slot: { plan, onNull: 'refused', nullKey: undefined } };
  }
  if (!isOptional) {
    const wire =
      values === undefined
        ? prependDescription({ type: 'null' }, edge.description, ...node.about)
        : orNull(values.wire);
    return { wire, slot: { plan, onNull: 'null', nullKey: undefined } };
  }
  if (!node.nullable && values !== undefined) {
    emitter.log.addProperty(sitesOf(edge), 'optional becomes nullable', REQUIRED);
    const wire = appendDescription(orNull(values.wire), LEAVES_OUT);
    return { wire, slot: { plan, onNull: 'absent', nullKey: undefined } };
  }
  return emitOptionalNull(emitter, edge, values?.wire, plan);
}

/** Null and absent are different here: null omits the property, and an object represents null itself. */
function emitOptionalNull(
  emitter: Emitter,
  edge: Edge,
  wire: Wire | undefined,
  plan: EmittedSlot['slot']['plan'],
): EmittedSlot {
  emitter.log.addProperty(sitesOf(edge), 'null means absent, and an object stands for null', REQUIRED);
  const key = emitter.nullKey;
  const note = `${LEAVES_OUT} For a null that is meant, give {"${key}": true}.`;
  const { description, ...rest } = wire ?? {};
  const said = typeof description === 'string' ? description : undefined;
  const values = wire === undefined ? [] : Array.isArray(rest['anyOf']) ? rest['anyOf'] : [rest];
  const about = wire === undefined ? [edge.description, ...edge.node.about] : [said];
  return {
    wire: prependDescription({ anyOf: [...values, emitter.nullObject(), { type: 'null' }] }, ...about, note),
    slot: { plan, onNull: 'absent', nullKey: key },
  };
}

/** Returns the schemas that a slot comes from: several if each of them names the property. */
function sitesOf({ combined, at, node }: Edge): readonly (Site | undefined)[] {
  return combined ?? [at ?? node.origin];
}
