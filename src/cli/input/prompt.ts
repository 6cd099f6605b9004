import { decodeText } from '../../text/text-encoding.js';
import type { CliIo } from '../io.js';
import { UsageError } from '../usage-error.js';
import type { InputReader } from './input-reader.js';
import { isStdin } from './open-input.js';

/** Where the prompt comes from, decided from the arguments before anything is read. */
export type PromptPlan =
  | { readonly kind: 'given'; readonly text: string; readonly appendStdin: boolean }
  | { readonly kind: 'stdin' };

export interface PromptArguments {
  readonly argument: string | undefined;
  readonly promptFile: string | undefined;
  /** Whether the schema comes from stdin. */
  readonly stdinTaken: boolean;
}

/** @throws {UsageError} if there is no prompt, or two */
export async function planPrompt(from: PromptArguments, io: CliIo, reader: InputReader): Promise<PromptPlan> {
  const { argument, promptFile, stdinTaken } = from;
  if (argument !== undefined && promptFile !== undefined) {
    throw new UsageError('The prompt argument and --prompt-file cannot be used together.');
  }
  const wantsStdin =
    argument === '-' || isStdin(promptFile) || (argument === undefined && promptFile === undefined);
  if (wantsStdin) {
    if (stdinTaken)
      throw new UsageError('The schema and the prompt cannot both come from stdin; give one as a file.');
    if (argument === undefined && promptFile === undefined && io.stdinIsTerminal()) {
      throw new UsageError('No prompt given. Pass it as an argument, with --prompt-file FILE, or on stdin.');
    }
    return { kind: 'stdin' };
  }
  const text = promptFile === undefined ? (argument ?? '') : await readPromptFile(promptFile, reader);
  if (promptFile === undefined && text.startsWith('-')) {
    throw new UsageError('The prompt starts with a dash. Pass it with --prompt-file FILE or on stdin.');
  }
  if (text.trim() === '') throw new UsageError('The prompt is empty.');
  return { kind: 'given', text, appendStdin: !stdinTaken && !io.stdinIsTerminal() };
}

/** Returns the text of the prompt. @throws {WaitEnded} if the wait for stdin ended before it */
export async function readPrompt(plan: PromptPlan, reader: InputReader): Promise<string> {
  if (plan.kind === 'given' && !plan.appendStdin) return plan.text;
  const awaited = plan.kind === 'stdin' ? 'the prompt' : 'input to append to the prompt';
  const decoded = decodeText(await reader.stdin(awaited));
  if (!decoded.ok) throw new UsageError(`The input on stdin ${decoded.problem}.`);
  const { text } = decoded;
  if (plan.kind === 'given') return withStdinBlock(plan.text, text);
  if (text.trim() === '') throw new UsageError('The prompt on stdin is empty.');
  return text;
}

/** Uses codex's own format for piped input (as of 0.171.0); blank input is omitted. */
function withStdinBlock(prompt: string, piped: string): string {
  if (piped.trim() === '') return prompt;
  return `${prompt}\n\n<stdin>\n${piped}${piped.endsWith('\n') ? '' : '\n'}</stdin>`;
}

async function readPromptFile(path: string, reader: InputReader): Promise<string> {
  const read = await reader.file(path, 'the prompt');
  if (!read.ok) throw new UsageError(`The prompt file ${path} cannot be read: ${read.reason}.`);
  const decoded = decodeText(read.bytes);
  if (!decoded.ok) throw new UsageError(`The prompt file ${path} ${decoded.problem}.`);
  return decoded.text;
}
