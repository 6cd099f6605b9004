/** What is to be done with a call of codex: `bridge` where it is an app server on stdin and stdout. */
export type CallKind =
  | { readonly kind: 'bridge' }
  | { readonly kind: 'pass' }
  /** One sentence for a person. */
  | { readonly kind: 'refuse'; readonly message: string };

/** Options of `codex` itself that take the next argument (0.171.0). */
const TOP_WITH_VALUE = wordsOf(
  '-c --config --enable --disable --remote --remote-auth-token-env -i --image -m --model --local-provider',
  '-p --profile -s --sandbox -C --cd --add-dir -a --ask-for-approval',
);
const TOP_SWITCHES = wordsOf(
  '--strict-config --oss --approve-for-me --dangerously-bypass-approvals-and-sandbox --search --no-alt-screen',
  '--dangerously-bypass-hook-trust --worktree --no-daemon --full-auto -h --help -V --version',
);
/** Options of `codex app-server` that take the next argument. */
const SERVER_WITH_VALUE = wordsOf(
  '-c --config --enable --disable --listen --startup-client-info --cloud-skills-snapshot --code-mode-host',
  '--ws-auth --ws-token-file --ws-token-sha256 --ws-shared-secret-file --ws-issuer --ws-audience',
  '--ws-max-clock-skew-seconds',
);
/** They print something and end. */
const TELLS_ONLY = wordsOf('-h --help -V --version --print-startup-config');
/** What does not speak the protocol on its stdin and stdout; `proxy` does. */
const OTHER_SUBCOMMANDS = wordsOf(
  'daemon generate-ts generate-json-schema generate-internal-json-schema help',
);

/**
 * Tells a call of the app server from all others. Where it cannot be told (an option that is not known here),
 * it is taken for one: what is no app server would merely get no schema, and have none to want.
 */
export function classifyCall(argv: readonly string[]): CallKind {
  const at = subcommandOf(argv);
  return at === null ? { kind: 'pass' } : judgeServer(argv.slice(at + 1));
}

function subcommandOf(argv: readonly string[]): number | null {
  let unknownBefore = false;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === 'app-server') return at;
    if (word === '--') return null;
    if (TOP_WITH_VALUE.has(word)) at += 1;
    else if (!word.startsWith('-')) {
      const later = argv.indexOf('app-server', at);
      return unknownBefore && later >= 0 ? later : null;
    } else if (word.startsWith('--') && !word.includes('=') && !TOP_SWITCHES.has(word)) unknownBefore = true;
  }
  return null;
}

function judgeServer(args: readonly string[]): CallKind {
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (TELLS_ONLY.has(word) || OTHER_SUBCOMMANDS.has(word)) return { kind: 'pass' };
    const listen = word === '--listen' ? args[at + 1] : /^--listen=(.*)$/s.exec(word)?.[1];
    if (listen !== undefined && listen !== 'stdio://') {
      return {
        kind: 'refuse',
        message: `The output-schema bridge sees what goes over stdin and stdout, not over ${listen}: leave out --listen.`,
      };
    }
    if (SERVER_WITH_VALUE.has(word)) at += 1;
  }
  return { kind: 'bridge' };
}

function wordsOf(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
