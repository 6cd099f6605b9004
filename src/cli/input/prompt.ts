import type { CliIo } from '../io.js';
import { UsageError } from '../usage-error.js';
import { decodeText } from './decode-text.js';
import type { InputReader } from './input-reader.js';
import { isStdin } from './open-input.js';

/** Where the prompt comes from. Decided from the arguments alone, before anything is read. */
export type PromptPlan =
  | { readonly kind: 'given'; readonly text: string; readonly appendStdin: boolean }
  | { readonly kind: 'stdin' };

export interface PromptArguments {
  readonly argument: string | undefined;
  readonly promptFile: string | undefined;
  /** The schema comes from stdin, so nothing else can. */
  readonly stdinTaken: boolean;
}

/** @throws {UsageError} where there is no prompt, or two */
export async function planPrompt(from: PromptArguments, io: CliIo, reader: InputReader): Promise<PromptPlan> {
  const { argument, promptFile, stdinTaken } = from;
  if (argument !== undefined && promptFile !== undefined) {
    throw new UsageError('There are two prompts, an argument and --prompt-file; give one of them.');
  }
  const wantsStdin =
    argument === '-' || isStdin(promptFile) || (argument === undefined && promptFile === undefined);
  if (wantsStdin) {
    if (stdinTaken)
      throw new UsageError('The schema and the prompt cannot both come from stdin; give one as a file.');
    if (argument === undefined && promptFile === undefined && io.stdinIsTerminal()) {
      throw new UsageError(
        'There is no prompt; give it as an argument, with --prompt-file FILE, or on stdin.',
      );
    }
    return { kind: 'stdin' };
  }
  const text = promptFile === undefined ? (argument ?? '') : await readPromptFile(promptFile, reader);
  if (promptFile === undefined && text.startsWith('-')) {
    throw new UsageError('The prompt starts with a dash; give it with --prompt-file FILE or on stdin.');
  }
  if (text.trim() === '') throw new UsageError('The prompt is empty; write what the model is to do.');
  return { kind: 'given', text, appendStdin: !stdinTaken && !io.stdinIsTerminal() };
}

/** The prompt's text. @throws {WaitEnded} if the wait for stdin ended before it */
export async function readPrompt(plan: PromptPlan, reader: InputReader): Promise<string> {
  if (plan.kind === 'given' && !plan.appendStdin) return plan.text;
  const awaited = plan.kind === 'stdin' ? 'the prompt' : 'what is to be appended to the prompt';
  const text = decodeText(await reader.stdin(awaited));
  if (text === null) throw new UsageError('What came on stdin is not UTF-8 text; convert it to UTF-8.');
  if (plan.kind === 'given') return withStdinBlock(plan.text, text);
  if (text.trim() === '')
    throw new UsageError('The prompt on stdin is empty; write what the model is to do.');
  return text;
}

/** codex's own format for what is piped in beside a prompt (seen in 0.171.0); blank input is left out. */
function withStdinBlock(prompt: string, piped: string): string {
  if (piped.trim() === '') return prompt;
  return `${prompt}\n\n<stdin>\n${piped}${piped.endsWith('\n') ? '' : '\n'}</stdin>`;
}

async function readPromptFile(path: string, reader: InputReader): Promise<string> {
  const read = await reader.file(path, 'the prompt');
  if (!read.ok) throw new UsageError(`The prompt file ${path} cannot be read: ${read.reason}.`);
  const text = decodeText(read.bytes);
  if (text === null) throw new UsageError(`The prompt file ${path} is not UTF-8 text; save it as UTF-8.`);
  return text;
}
