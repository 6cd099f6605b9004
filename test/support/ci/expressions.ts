/** What `${{ … }}` may name: `inputs`, `steps`, `matrix`, `secrets`, `github`, … */
export type Contexts = Readonly<Record<string, unknown>>;

/**
 * A text with its expressions replaced, as the runner does it. Only what names a value is understood; anything
 * else fails the test, as it would have to be tried on GitHub.
 */
export function resolveExpressions(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    if (!/^[a-z]+(\.[\w-]+|\['[\w-]+'\])*$/i.test(expression)) {
      throw new Error(`This test does not understand the expression ${expression}`);
    }
    const names = expression.split(/\.|\['|'\]\.?/).filter((name) => name !== '');
    const value = names.reduce<unknown>((holder, name) => fieldOf(holder, name), contexts);
    return value === undefined || value === null ? '' : String(value);
  });
}

function fieldOf(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? (holder as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
