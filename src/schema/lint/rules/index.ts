import type { Rule } from '../rule.js';
import { additionalPropertiesMissing } from './additional-properties-missing.js';
import { additionalPropertiesTrue } from './additional-properties-true.js';
import { annotation } from './annotation.js';
import { booleanRoot } from './boolean-root.js';
import { booleanSchema } from './boolean-schema.js';
import { conditional } from './conditional.js';
import { contains } from './contains.js';
import { danglingRef } from './dangling-ref.js';
import { definitions } from './definitions.js';
import { enumStructure } from './enum-structure.js';
import { enumTypes } from './enum-types.js';
import { enumWithoutType } from './enum-without-type.js';
import { format } from './format.js';
import {
  allOf,
  content,
  defaultValue,
  dependents,
  maxLength,
  not,
  patternProperties,
  propertyCount,
  propertyNames,
  title,
  unevaluated,
  uniqueItems,
} from './keyword-rules.js';
import { map } from './map.js';
import { missingItems } from './missing-items.js';
import { missingType } from './missing-type.js';
import { nestedDefinitions } from './nested-definitions.js';
import { nestedIdentifier } from './nested-identifier.js';
import { nullable } from './nullable.js';
import { oneOf } from './one-of.js';
import { patternSyntax } from './pattern-syntax.js';
import { refAnnotation } from './ref-annotation.js';
import { refConstraint } from './ref-constraint.js';
import { refTarget } from './ref-target.js';
import { remoteRef } from './remote-ref.js';
import { requiredMissing } from './required-missing.js';
import { requiredUnknown } from './required-unknown.js';
import { rootRef } from './root-ref.js';
import { rootType } from './root-type.js';
import { rootUnion } from './root-union.js';
import { sameFirstKey } from './same-first-key.js';
import { tuple } from './tuple.js';
import { unknownKeyword } from './unknown-keyword.js';
import { unsafeInteger } from './unsafe-integer.js';

/** Every rule, in the order in which they are documented. A new one goes here and into the wording. */
export const RULES: readonly Rule[] = [
  // The root
  booleanRoot,
  rootType,
  rootUnion,
  rootRef,
  // Types
  missingType,
  booleanSchema,
  enumWithoutType,
  enumTypes,
  enumStructure,
  nullable,
  // Objects
  additionalPropertiesMissing,
  additionalPropertiesTrue,
  map,
  patternProperties,
  requiredMissing,
  requiredUnknown,
  propertyNames,
  propertyCount,
  unevaluated,
  // Arrays
  missingItems,
  tuple,
  uniqueItems,
  contains,
  // Composition
  allOf,
  oneOf,
  not,
  conditional,
  dependents,
  sameFirstKey,
  // References
  refConstraint,
  refAnnotation,
  remoteRef,
  danglingRef,
  refTarget,
  definitions,
  nestedDefinitions,
  nestedIdentifier,
  // Values
  format,
  patternSyntax,
  maxLength,
  unsafeInteger,
  // Notes
  defaultValue,
  title,
  annotation,
  content,
  unknownKeyword,
];
