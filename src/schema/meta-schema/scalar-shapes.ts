import { canonicalJson } from '../../json/canonical.js';
import { isJsonObject, type JsonValue } from '../../json/value.js';
import { compilePattern } from '../compile-pattern.js';

import type { ScalarShape } from './shapes.js';

const typeNames = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const anchorName = /^[A-Za-z_][-A-Za-z0-9._:]*$/;

export function hasShape(value: JsonValue, shape: ScalarShape): boolean {
  switch (shape) {
    case 'anything':
      return true;
    case 'string':
      return typeof value === 'string';
    case 'pattern':
      return typeof value === 'string' && compilePattern(value) !== undefined;
    case 'id':
      return typeof value === 'string' && /^[^#]*#?$/.test(value);
    case 'anchor':
      return typeof value === 'string' && anchorName.test(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'positive-number':
      return typeof value === 'number' && value > 0;
    case 'count':
      return typeof value === 'number' && Number.isInteger(value) && value >= 0;
    case 'name-list':
      return isNameList(value);
    case 'filled-name-list':
      return isNameList(value) && value.length > 0;
    case 'name-list-map':
      return isJsonObject(value) && Object.values(value).every(isNameList);
    case 'boolean-map':
      return isJsonObject(value) && Object.values(value).every((member) => typeof member === 'boolean');
    case 'type':
      return (
        isTypeName(value) ||
        (Array.isArray(value) && isSet(value) && value.length > 0 && value.every(isTypeName))
      );
    case 'list':
      return Array.isArray(value);
    case 'filled-set':
      return Array.isArray(value) && value.length > 0 && isSet(value);
  }
}

function isTypeName(value: JsonValue): boolean {
  return typeof value === 'string' && typeNames.has(value);
}

function isNameList(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string') && isSet(value);
}

function isSet(list: readonly JsonValue[]): boolean {
  return new Set(list.map(canonicalJson)).size === list.length;
}
