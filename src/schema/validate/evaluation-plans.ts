import { isJsonObject } from '../../json/value.js';
import { compilePattern } from '../compile-pattern.js';
import type { SchemaDocument } from '../dialect/document.js';
import { type Dialect, isArray, own, refStandsAlone } from '../dialect/draft.js';
import { schemaKeywords } from '../dialect/keywords.js';
import type { Site } from '../dialect/site.js';
import type { EvaluationBranch, EvaluationPlan } from './evaluation.js';
import { type DynamicScope, targetsOf } from './scope.js';

type Condition = Omit<EvaluationBranch, 'plan'>;

/** Gives names to schemas that are translated later. */
interface NamedLater {
  readonly document: SchemaDocument;
  readonly dialect: Dialect;
  /** The name of a schema's definition. */
  define(site: Site, from: DynamicScope): string;
  /** The name of a schema's evaluation plan. */
  plan(site: Site, from: DynamicScope): string;
}

/** Plans what a schema looks at in its own value. `without` is the keyword that asks. */
export function planEvaluation(
  translator: NamedLater,
  site: Site,
  scope: DynamicScope,
  without: string | undefined,
): EvaluationPlan {
  const { document, dialect } = translator;
  const plan: EvaluationPlan = {
    prefixItems: 0,
    allItems: false,
    contains: undefined,
    names: new Set(),
    patterns: [],
    allProperties: false,
    branches: [],
  };
  const branch = (child: Site, condition: Condition = {}): void => {
    plan.branches.push({ plan: translator.plan(child, scope), ...condition });
  };
  for (const [, target] of targetsOf(document, site, scope)) branch(target);
  if (refStandsAlone(dialect) && plan.branches.length > 0) return plan;

  const children = document.childrenOf(site);
  const guard = children.find(({ path }) => path.join() === 'if');
  const condition = guard === undefined ? undefined : translator.define(guard, scope);
  for (const child of children) {
    const [keyword = '', name = ''] = child.path;
    if (keyword === without) continue;
    switch (keyword) {
      case 'properties':
        plan.names.add(name);
        break;
      case 'patternProperties': {
        const pattern = compilePattern(name);
        if (pattern !== undefined) plan.patterns.push(pattern);
        break;
      }
      case 'additionalProperties':
      case 'unevaluatedProperties':
        plan.allProperties = true;
        break;
      case 'unevaluatedItems':
        plan.allItems = true;
        break;
      case 'contains':
        if (dialect.draft === '2020-12') plan.contains = translator.define(child, scope);
        break;
      case 'allOf':
        branch(child);
        break;
      case 'anyOf':
      case 'oneOf':
        branch(child, { ifValid: translator.define(child, scope) });
        break;
      case 'if':
      case 'then':
        if (condition !== undefined) branch(child, { ifValid: condition });
        break;
      case 'else':
        if (condition !== undefined) branch(child, { ifInvalid: condition });
        break;
      case 'dependentSchemas':
      case 'dependencies':
        branch(child, { ifPresent: name });
        break;
    }
  }
  planItems(plan, site, dialect);
  return plan;
}

function planItems(plan: EvaluationPlan, site: Site, dialect: Dialect): void {
  if (!isJsonObject(site.schema)) return;
  const items = own(site.schema, 'items');
  const prefix = schemaKeywords(dialect).has('prefixItems') ? own(site.schema, 'prefixItems') : undefined;
  const tuple = isArray(prefix) ? prefix : items;
  const rest = isArray(items) ? own(site.schema, 'additionalItems') : items;
  if (isArray(tuple)) plan.prefixItems = tuple.length;
  if (rest !== undefined) plan.allItems = true;
}
