import type { Rule } from '../rule.js';
import { ANNOTATION_RULES } from './annotations.js';
import { ARRAY_RULES } from './arrays.js';
import { COMPOSITION_RULES } from './composition.js';
import { OBJECT_RULES } from './objects.js';
import { REFERENCE_RULES } from './references.js';
import { ROOT_RULES } from './root.js';
import { TYPE_RULES } from './types.js';
import { VALUE_RULES } from './values.js';

/** Every rule, in the order of the documentation. */
export const RULES: readonly Rule[] = [
  ...ROOT_RULES,
  ...TYPE_RULES,
  ...OBJECT_RULES,
  ...ARRAY_RULES,
  ...COMPOSITION_RULES,
  ...REFERENCE_RULES,
  ...VALUE_RULES,
  ...ANNOTATION_RULES,
];
