import { accessSync, constants } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createOutputSchemaBridge } from '../../../../src/bridges/output-schema/create-bridge.js';

const SCHEMA = { type: 'object', properties: {}, required: [], additionalProperties: false } as const;

describe('createOutputSchemaBridge', () => {
  it('returns the program and its environment', () => {
    const bridge = createOutputSchemaBridge(SCHEMA, { codexPath: '/opt/codex' });
    if ('kind' in bridge) throw new Error(bridge.message);
    accessSync(bridge.path, constants.X_OK);
    expect(bridge.env).toMatchObject({
      CODEX_PATH: bridge.path,
      CODEX_STRUCTURED_SCHEMA: JSON.stringify(SCHEMA),
      CODEX_STRUCTURED_SCHEMA_MODE: 'strict',
      CODEX_STRUCTURED_DECODE: '0',
      CODEX_STRUCTURED_CODEX_PATH: '/opt/codex',
    });
  });

  it('accepts a library schema in any mode', () => {
    const bridge = createOutputSchemaBridge(z.array(z.int()), { mode: 'adapt', decode: true, narrow: false });
    expect(bridge).toMatchObject({
      env: {
        CODEX_STRUCTURED_SCHEMA: expect.stringContaining('"array"'),
        CODEX_STRUCTURED_DECODE: '1',
        CODEX_STRUCTURED_NO_NARROW: '1',
      },
    });
  });

  it('rejects what the bridge would reject', () => {
    expect(createOutputSchemaBridge({ type: 'array' })).toMatchObject({ kind: 'schema_unsupported' });
    expect(createOutputSchemaBridge({ type: 'strin' })).toMatchObject({ kind: 'schema_encode' });
    const long = { ...SCHEMA, description: 'x'.repeat(130_000) };
    expect(() => createOutputSchemaBridge(long)).toThrow(RangeError);
  });
});
