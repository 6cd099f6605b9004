import type { Fields } from '../../json/fields.js';

/** `commandExecution` → `command_execution`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The fields under snake_case names, one level deep, without some of them. */
export function snakeCaseKeys(fields: Fields, without: readonly string[]): Record<string, unknown> {
  const kept = Object.entries(fields).filter(([name]) => !without.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [snakeCase(name), value]));
}
