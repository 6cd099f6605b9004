import type { JsonValue } from '../../json/value.js';

/** `required` as ajv gets it: the empty name, which ajv takes for none, has a keyword of its own. */
export function requiring(names: readonly JsonValue[]): {
  required: readonly JsonValue[];
  emptyNameRequired?: true;
} {
  if (!names.includes('')) return { required: names };
  return { required: names.filter((name) => name !== ''), emptyNameRequired: true };
}
