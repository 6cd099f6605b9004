import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Command } from '../../src/codex/command.js';
import { findCodex, isInstallation } from '../../src/codex/find.js';
import type { CodexInstallation } from '../../src/codex/installation.js';
import {
  DEFAULT_LIMITS,
  type StartFailure,
  type TurnLimits,
  type TurnObserver,
} from '../../src/codex/turn-request.js';
import type { TurnEvidence } from '../../src/outcome/evidence.js';
import { createExecTransport } from '../../src/transports/exec/transport.js';
import { isStartFailure, type Transport } from '../../src/transports/transport.js';
import { killAllWithMark, MARK_VARIABLE, untilNoneHasMark } from './process-watch.js';
import { SYSTEM_PATH } from './system-path.js';

export const FAKES = fileURLToPath(new URL('./fake-codex', import.meta.url));
export const SCHEMA = '{"type":"object","properties":{},"additionalProperties":false,"required":[]}';

/** The folder to put on PATH to have the fake codex of this behaviour found there. */
export function fakeOnPath(behaviour: string): string {
  return [join(FAKES, behaviour), ...SYSTEM_PATH].join(delimiter);
}

export interface Setup {
  readonly command?: Command;
  readonly wireSchema?: string | null;
  readonly limits?: Partial<TurnLimits>;
  readonly signal?: AbortSignal;
  readonly observe?: Partial<TurnObserver>;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Default: exec. */
  readonly transport?: Transport;
  readonly once?: boolean;
  readonly schemaTurnFollows?: boolean;
}

/** A temporary directory and a mark of one's own, so that whatever a run leaves behind is seen. */
export class FaultBench {
  readonly root = mkdtempSync(join(tmpdir(), 'codex-structured-fault-'));
  readonly tmp = join(this.root, 'tmp');
  readonly mark = randomUUID();

  static async open(): Promise<FaultBench> {
    const bench = new FaultBench();
    await mkdir(bench.tmp);
    return bench;
  }

  env(behaviour: string): Record<string, string> {
    return { PATH: fakeOnPath(behaviour), TMPDIR: this.tmp, [MARK_VARIABLE]: this.mark };
  }

  codex(behaviour: string): CodexInstallation {
    const found = findCodex({ env: this.env(behaviour), cwd: this.root });
    if (!isInstallation(found)) throw new Error(found.message);
    return found;
  }

  /** Runs one turn through a transport, as everybody does. */
  async run(behaviour: string, setup: Setup = {}): Promise<TurnEvidence | StartFailure> {
    return await (setup.transport ?? createExecTransport()).runTurn({
      command: setup.command ?? { subcommand: 'exec', prompt: 'hi', options: {} },
      codex: this.codex(behaviour),
      wireSchema: setup.wireSchema === undefined ? SCHEMA : setup.wireSchema,
      limits: { ...DEFAULT_LIMITS, ...setup.limits },
      env: { ...this.env(behaviour), ...setup.env },
      cwd: setup.cwd ?? this.root,
      observe: { keepEvents: false, ...setup.observe },
      ...(setup.signal === undefined ? {} : { signal: setup.signal }),
      ...(setup.once === undefined ? {} : { once: setup.once }),
      ...(setup.schemaTurnFollows === undefined ? {} : { schemaTurnFollows: setup.schemaTurnFollows }),
    });
  }

  async evidence(behaviour: string, setup: Setup = {}): Promise<TurnEvidence> {
    const result = await this.run(behaviour, setup);
    if (isStartFailure(result)) throw new Error(`${result.kind}: ${result.message}`);
    return result;
  }

  /** No temporary file, no process. */
  async expectNothingLeft(): Promise<void> {
    expect(readdirSync(this.tmp)).toEqual([]);
    await untilNoneHasMark(this.mark);
  }

  close(): void {
    killAllWithMark(this.mark);
    rmSync(this.root, { recursive: true, force: true });
  }
}
