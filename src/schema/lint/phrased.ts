import type { FindingArguments, FindingCode } from './arguments.js';
import { quoted } from './phrases.js';
import type { Wording } from './wording/wording.js';
import { WORDING } from './wording.js';

/** A finding in words, without its place. */
export interface Phrased {
  readonly code: FindingCode;
  /** What the wording was made of. */
  readonly args: FindingArguments[FindingCode];
  readonly message: string;
  readonly hint: string;
}

export function phrased<Code extends FindingCode>(code: Code, args: FindingArguments[Code]): Phrased {
  const wording: Wording<FindingArguments[Code]> = WORDING[code];
  return { code, args, message: wording.message(args), hint: plain(wording.hint?.(args) ?? wording.fix) };
}

/** The backticks of the documentation become the quotes of a sentence, around names only. */
function plain(text: string): string {
  return text.replace(/`([^`]*)`/g, (_, code: string) => (/^\$?\w+$/.test(code) ? quoted(code) : code));
}
