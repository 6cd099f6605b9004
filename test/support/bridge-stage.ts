import type { TestContext } from 'vitest';
import {
  type ResponsesBridge,
  type ResponsesBridgeOptions,
  startResponsesBridge,
} from '../../src/bridges/responses/responses-bridge.js';
import type { ResponsesScript } from '../../src/rehearsal/responses-script.js';
import type { Stage } from './real-codex.js';
import { stageFor } from './run-on-stage.js';

/** A stage whose provider is the upstream of a bridge: it wants the key that the bridge adds. */
export interface BridgeStage {
  readonly stage: Stage;
  /** Without it the provider refuses every request. */
  readonly key: string;
  readonly upstream: string;
  /** `-c` overrides without any provider. */
  readonly config: readonly string[];
  /** An environment without the key. */
  readonly env: NodeJS.ProcessEnv;
}

export async function bridgeStageFor(
  context: Pick<TestContext, 'onTestFinished'>,
  script: ResponsesScript,
): Promise<BridgeStage> {
  const stage = await stageFor(context, script);
  const { CODEX_STRUCTURED_REHEARSAL_KEY: key = '', ...env } = stage.fullEnv;
  const upstream = /base_url="([^"]+)"/.exec(stage.config.join())?.[1] ?? '';
  const config = stage.config.filter((override) => !/^model_provider/.test(override));
  return { stage, key, upstream, config, env };
}

/** A bridge that is gone when the test has ended. */
export async function bridgeFor(
  context: Pick<TestContext, 'onTestFinished'>,
  options: ResponsesBridgeOptions,
): Promise<ResponsesBridge> {
  const bridge = await startResponsesBridge(options);
  context.onTestFinished(() => bridge.close());
  return bridge;
}
