import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CodexOptions } from '../../../codex/command.js';
import type { Environment } from '../../../codex/installation.js';
import { withOverridingConfig } from '../../../codex/options/codex-options.js';
import type { ParsedFlags } from '../../args/parsed-flags.js';
import type { FlagName } from '../../flags/table.js';
import type { CliIo } from '../../io.js';
import type { Messenger } from '../../output/messenger.js';
import { UsageError } from '../../usage-error.js';
import { responsesSettings } from './responses-settings.js';

/** For every command that runs codex. */
export const CREDENTIAL_BRIDGE_FLAGS: readonly FlagName[] = ['credential-bridge', 'key-env', 'upstream'];

/** What codex gets instead of the key. */
export interface CredentialBridge {
  /** Instead of the command line's own environment. */
  readonly env: Environment;
  /** Returns the options with the bridge as the provider of codex. */
  optionsFor<T extends CodexOptions>(options: T): T;
  /** Must be called after codex has exited. */
  close(): Promise<void>;
}

/** Starts the requested bridge. */
export type StartCredentialBridge = (messenger: Messenger) => Promise<CredentialBridge>;

/**
 * Returns the bridge that `--credential-bridge` requests, or null.
 *
 * @throws {UsageError} if it cannot be combined with the other flags
 */
export function planCredentialBridge(
  flags: ParsedFlags,
  options: CodexOptions,
  io: CliIo,
): StartCredentialBridge | null {
  if (!flags.isOn('credential-bridge')) return refuseStrays(flags);
  refuseOtherProviders(flags, options);
  const settings = responsesSettings(flags, io);
  return async (messenger) => {
    const warnings = flags.isOn('quiet') ? [] : storedCredentials(io.env);
    for (const warning of warnings) messenger.error(warning);
    // node:http is loaded only if a bridge is used.
    const { startResponsesBridge } = await import('../../../bridges/responses/responses-bridge.js');
    const bridge = await startResponsesBridge({
      ...settings,
      onNotice: (sentence) => messenger.error(`bridge: ${sentence}`),
    });
    return {
      env: bridge.environment(io.env),
      optionsFor: (given) => withOverridingConfig(given, bridge.config),
      close: bridge.close,
    };
  };
}

function refuseStrays(flags: ParsedFlags): null {
  for (const name of ['key-env', 'upstream'] as const) {
    if (flags.givenText(name) !== undefined) throw new UsageError(`--${name} requires --credential-bridge.`);
  }
  return null;
}

/** Refuses flags that would make codex bypass the bridge. */
function refuseOtherProviders(flags: ParsedFlags, options: CodexOptions): void {
  const other =
    options.oss === true
      ? '--oss'
      : options.localProvider !== undefined
        ? '--local-provider'
        : (['rehearse', 'rehearse-answer', 'rehearse-seed'] as const)
            .filter((name) => flags.value(name) !== undefined)
            .map((name) => `--${name}`)[0];
  if (other !== undefined) {
    throw new UsageError(`${other} cannot be used with --credential-bridge: both set the provider.`);
  }
}

/** Warns about the other place where codex and its commands can find a key. */
function storedCredentials(env: Environment): readonly string[] {
  const home = env['CODEX_HOME'] ?? join(env['HOME'] ?? homedir(), '.codex');
  const file = join(home, 'auth.json');
  return existsSync(file)
    ? [
        `warning: ${file} also contains credentials, and commands of codex can read it. Use another CODEX_HOME to prevent that.`,
      ]
    : [];
}
