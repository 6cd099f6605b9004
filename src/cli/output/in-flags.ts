import { CODEX_FLAGS } from '../../codex/flags.js';

/** Options of the library that have a flag of our own. */
const OWN_FLAGS: Readonly<Record<string, string>> = {
  repair: '--repair',
  retry: '--retry',
  retryUnsafe: '--retry-unsafe',
  twoStep: '--two-step',
  additionalContext: '--context',
  codexPath: '--codex-path',
  rehearse: '--rehearse',
  'rehearse.answer': '--rehearse-answer',
  extraArgs: 'arguments after --',
};

const FLAGS: ReadonlyMap<string, string> = new Map([
  ...CODEX_FLAGS.map(({ option, flag }) => [option, flag] as const),
  ...Object.entries(OWN_FLAGS),
]);

const PHRASES: readonly (readonly [phrase: string, flag: string])[] = [
  ['the exec transport', '--transport exec'],
  ['the app-server transport', '--transport app-server'],
  ['or the latest one (`last`)', 'or use --last'],
  ['adapt mode', '--schema-mode adapt'],
  ['allow references outside of it', 'allow it with --allow-refs-outside'],
];

/**
 * Returns a sentence of the library as the command line says it: the library names its options (`'retryUnsafe'`), the
 * command line its flags. Only for our own sentences: one of codex or of a model may quote the same words.
 */
export function inFlags(sentence: string): string {
  const named = sentence.replace(/'([\w.]+)'/g, (quoted, name: string) => FLAGS.get(name) ?? quoted);
  return PHRASES.reduce((text, [phrase, flag]) => text.replaceAll(phrase, flag), named).replace(
    /^arguments/,
    'Arguments',
  );
}
