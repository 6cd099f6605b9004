import { jsonText } from '../../../json/exact.js';
import type { JsonValue } from '../../../json/value.js';
import type { Site } from '../../dialect/site.js';
import type { Tag } from '../codec/plan.js';
import { paragraph } from '../graph/description-text.js';
import type { NumberAlternative, StringAlternative } from '../graph/node.js';
import { type Branch, definitionName, type NodePath } from './branches.js';
import { emitArray } from './emit-array.js';
import { emitObject } from './emit-object.js';
import { emitBoolean, emitNumber, emitString, emitText } from './emit-scalar.js';
import { emitValues } from './emit-values.js';
import type { Emitted, Emitter } from './emitter.js';
import { NO_TYPE, recordReference } from './record-uses.js';
import { prependDescription, type Wire } from './wire-schema.js';

/** One of the forms that the values of a node have on the wire. */
export interface BranchForm {
  readonly label: string;
  /** The nodes whose values have this form. */
  readonly sources: readonly NodePath[];
  /** Distinguishable from all other forms without a tag: a string, number or boolean. */
  readonly isPlain: boolean;
  /** Only objects with named properties can hold a tag; the returned plan shows whether it does. */
  readonly emit: (tag: { tag: Tag; wire: Wire } | undefined) => Emitted;
}

type Here = Extract<Branch, { kind: 'here' }>;

/**
 * Returns the forms of a node, the most specific first: fixed values, then structures, then scalar types
 * (one form per type), then text for anything else.
 */
export function branchForms(
  emitter: Emitter,
  branches: readonly Branch[],
  depth: number,
  at: Site | undefined,
): BranchForm[] {
  const [only] = branches;
  // Most nodes have one branch, and there are thousands of them.
  if (branches.length === 1 && only !== undefined) return formsOfOne(emitter, only, depth, at);
  const here = branches.filter((branch): branch is Here => branch.kind === 'here');
  const isAll =
    here.length === branches.length && here.every(({ alternative }) => alternative.kind === 'any');
  return [
    ...valueOptions(emitter, here),
    ...branches.flatMap((branch) => structureOption(emitter, branch, depth)),
    ...scalarOptions(here),
    ...anyOption(emitter, here, at, isAll),
  ];
}

function formsOfOne(emitter: Emitter, branch: Branch, depth: number, at: Site | undefined): BranchForm[] {
  if (branch.kind === 'shared') return structureOption(emitter, branch, depth);
  switch (branch.alternative.kind) {
    case 'values':
      return valueOptions(emitter, [branch]);
    case 'any':
      return anyOption(emitter, [branch], at, true);
    case 'array':
    case 'object':
      return structureOption(emitter, branch, depth);
    default:
      return scalarOptions([branch]);
  }
}

function valueOptions(emitter: Emitter, here: readonly Here[]): BranchForm[] {
  const branches: Here[] = [];
  const distinct = new Map<string, JsonValue>();
  const sites: (Site | undefined)[] = [];
  for (const branch of here) {
    if (branch.alternative.kind !== 'values') continue;
    branches.push(branch);
    sites.push(branch.alternative.site);
    for (const value of branch.alternative.values) distinct.set(jsonText(value), value);
  }
  if (distinct.size === 0) return [];
  const about = branches.flatMap(toldOfValues);
  return emitValues(emitter, [...distinct.values()], sites, ...about).map((emitted) => ({
    label: 'value',
    sources: sourcesOf(branches),
    isPlain: emitted.plan.kind === 'enum' || emitted.plan.kind === 'scalar',
    emit: () => emitted,
  }));
}

/** Returns the description of values that are an alternative of their own. */
function toldOfValues(branch: Here): string[] {
  const { alternative } = branch;
  const text = paragraph([...branch.about, ...alternative.notes]);
  if (text === undefined || alternative.kind !== 'values') return [];
  const [value, ...others] = alternative.values;
  return value === undefined || others.length > 0 ? [text] : [`${jsonText(value)}: ${text}`];
}

function structureOption(emitter: Emitter, branch: Branch, depth: number): BranchForm[] {
  const sources = [branch.within];
  if (branch.kind === 'shared') {
    const { node, description } = branch.edge;
    recordReference(emitter.log, branch.edge);
    const write = (): Emitted => {
      const { wire, plan } = emitter.reference(node);
      return { wire: prependDescription(wire, description), plan };
    };
    return [{ label: definitionName(node), sources, isPlain: false, emit: write }];
  }
  const { alternative, about, label } = branch;
  if (alternative.kind === 'object') {
    const write: BranchForm['emit'] = (tag) => emitObject(emitter, alternative, depth, about, tag);
    return [{ label: label ?? 'object', sources, isPlain: false, emit: write }];
  }
  if (alternative.kind !== 'array') return [];
  return [
    {
      label: label ?? 'list',
      sources,
      isPlain: false,
      emit: () => emitArray(emitter, alternative, depth, about),
    },
  ];
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** Returns one form per type, for any number of alternatives. */
function scalarOptions(here: readonly Here[]): BranchForm[] {
  const strings: StringAlternative[] = [];
  const numbers: NumberAlternative[] = [];
  const branches: { [kind: string]: Here[] } = {};
  for (const branch of here) {
    const { alternative, about } = branch;
    if (!SCALARS.has(alternative.kind)) continue;
    branches[alternative.kind] ??= [];
    branches[alternative.kind]?.push(branch);
    const notes = [...about.filter((text) => text !== undefined), ...alternative.notes];
    if (alternative.kind === 'string') strings.push({ ...alternative, notes });
    if (alternative.kind === 'number') numbers.push({ ...alternative, notes });
  }
  const { string, number, boolean } = branches;
  return [
    ...(string === undefined ? [] : [plain('string', string, emitString(strings))]),
    ...(number === undefined ? [] : [plain('number', number, emitNumber(numbers))]),
    ...(boolean === undefined
      ? []
      : [plain('boolean', boolean, emitBoolean(...boolean.flatMap(({ about }) => about)))]),
  ];
}

function plain(label: string, branches: readonly Branch[], emitted: Emitted): BranchForm {
  return { label, sources: sourcesOf(branches), isPlain: true, emit: () => emitted };
}

function anyOption(
  emitter: Emitter,
  here: readonly Here[],
  at: Site | undefined,
  isAll: boolean,
): BranchForm[] {
  const branches = here.filter((branch) => branch.alternative.kind === 'any');
  if (branches.length === 0) return [];
  const said = branches.flatMap((branch) => [...branch.about, ...branch.alternative.notes]);
  const [first] = branches;
  const own = first?.alternative.kind === 'any' ? first.alternative.site : undefined;
  // If there is no other form, the schema as a whole is text.
  const site = isAll ? (at ?? own) : (own ?? at);
  emitter.log.addText(site, NO_TYPE);
  return [{ label: 'json', sources: sourcesOf(branches), isPlain: false, emit: () => emitText(...said) }];
}

function sourcesOf(branches: readonly Branch[]): NodePath[] {
  return branches.map(({ within }) => within);
}
