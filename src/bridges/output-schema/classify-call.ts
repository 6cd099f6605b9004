/** What to do with a call of codex. `bridge`: it is an app server on stdin and stdout. */
export type CallKind =
  | { readonly kind: 'bridge' }
  | { readonly kind: 'pass' }
  /** One sentence for a person. */
  | { readonly kind: 'refuse'; readonly message: string };

/** Options of `codex` itself that take a value (0.171.0). */
const TOP_WITH_VALUE = setOf(
  '-c --config --enable --disable --remote --remote-auth-token-env -i --image -m --model --local-provider',
  '-p --profile -s --sandbox -C --cd --add-dir -a --ask-for-approval',
);
const TOP_SWITCHES = setOf(
  '--strict-config --oss --approve-for-me --dangerously-bypass-approvals-and-sandbox --search --no-alt-screen',
  '--dangerously-bypass-hook-trust --worktree --no-daemon --full-auto -h --help -V --version',
);
/** Options of `codex app-server` that take a value. */
const SERVER_WITH_VALUE = setOf(
  '-c --config --enable --disable --listen --startup-client-info --cloud-skills-snapshot --code-mode-host',
  '--ws-auth --ws-token-file --ws-token-sha256 --ws-shared-secret-file --ws-issuer --ws-audience',
  '--ws-max-clock-skew-seconds',
);
/** Options that print something and exit. */
const PRINT_ONLY = setOf('-h --help -V --version --print-startup-config');
/** Subcommands that do not speak the protocol on stdin and stdout; `proxy` does. */
const OTHER_SUBCOMMANDS = setOf('daemon generate-ts generate-json-schema generate-internal-json-schema help');

/**
 * Classifies a call of codex. If an unknown option makes it ambiguous, the call counts as one of the app server: any
 * other command passes through the bridge unchanged, since it sends no `turn/start`.
 */
export function classifyCall(argv: readonly string[]): CallKind {
  const at = subcommandOf(argv);
  return at === null ? { kind: 'pass' } : classifyServerCall(argv.slice(at + 1));
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

function classifyServerCall(args: readonly string[]): CallKind {
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (PRINT_ONLY.has(word) || OTHER_SUBCOMMANDS.has(word)) return { kind: 'pass' };
    const listen = word === '--listen' ? args[at + 1] : /^--listen=(.*)$/s.exec(word)?.[1];
    if (listen !== undefined && listen !== 'stdio://') {
      return {
        kind: 'refuse',
        message: `The output-schema bridge works on stdin and stdout only, not on ${listen}. Leave out --listen.`,
      };
    }
    if (SERVER_WITH_VALUE.has(word)) at += 1;
  }
  return { kind: 'bridge' };
}

function setOf(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
