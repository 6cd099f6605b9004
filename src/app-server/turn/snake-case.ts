import type { Fields } from '../../json/fields.js';

/** `commandExecution` → `command_execution`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Renames the fields to snake_case, one level deep, and omits some of them. */
export function snakeCaseKeys(fields: Fields, without: readonly string[]): Record<string, unknown> {
  const kept = Object.entries(fields).filter(([name]) => !without.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [snakeCase(name), value]));
}
