import type { JsonValue } from '../../json/value.js';
import type { CompiledTool } from './tool-set.js';

export type ArgumentsResult =
  | { readonly ok: true; readonly args: unknown }
  /** `message` is for the model: what is wrong, so that it may try again. */
  | { readonly ok: false; readonly message: string };

const MOST_NAMED = 20;

/** Whether arguments are what a tool takes, and what its schema makes of them. */
export async function validateArguments(
  { tool, schema, standard }: CompiledTool,
  raw: JsonValue,
): Promise<ArgumentsResult> {
  const verdict = schema.validate(raw);
  if (!verdict.ok) {
    return refused(
      tool.name,
      verdict.violations.map(({ pointer, message }) => ({ pointer, message })),
    );
  }
  if (standard === null) return { ok: true, args: raw };
  // A copy: what a library does to it must not change what the model is said to have written.
  const result = await standard['~standard'].validate(structuredClone(raw));
  if (result.issues === undefined) return { ok: true, args: result.value };
  return refused(
    tool.name,
    result.issues.map(({ path = [], message }) => ({
      pointer: path.map((part) => `/${String(typeof part === 'object' ? part.key : part)}`).join(''),
      message,
    })),
  );
}

function refused(
  name: string,
  problems: readonly { readonly pointer: string; readonly message: string }[],
): ArgumentsResult {
  const lines = problems
    .slice(0, MOST_NAMED)
    .map(({ pointer, message }) => `- at ${pointer === '' ? 'the top' : pointer}: ${message}`);
  if (problems.length > MOST_NAMED) lines.push(`- and ${problems.length - MOST_NAMED} more`);
  return {
    ok: false,
    message: [
      `The arguments do not match the input schema of ${name}:`,
      ...lines,
      'Correct them and call it again.',
    ].join('\n'),
  };
}
