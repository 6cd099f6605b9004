import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { TurnRejectedError } from '../../../../src/bridges/output-schema/schema-injector.js';
import { VersionDetector } from '../../../../src/bridges/output-schema/version-detector.js';

const initialized = (version: string) =>
  `${JSON.stringify({ id: 1, result: { userAgent: `client/${version} (Linux)` } })}\n`;

function passed(detector: VersionDetector, chunks: readonly string[]): string {
  const bytes: Buffer[] = [];
  for (const chunk of chunks) detector.push(Buffer.from(chunk), (piece) => bytes.push(piece));
  detector.end((piece) => bytes.push(piece));
  return Buffer.concat(bytes).toString();
}

it.each([
  ['0.171.0', false],
  ['0.78.0', true],
])('codex %s is read from its response to initialize, in pieces of any size', (version, isTooOld) => {
  const text = `{"method":"x"}\n${initialized(version)}{"half":`;
  for (let cut = 0; cut <= text.length; cut += 1) {
    const detector = new VersionDetector();
    expect(passed(detector, [text.slice(0, cut), text.slice(cut), ' 1}\n'])).toBe(`${text} 1}\n`);
    if (isTooOld) expect(() => detector.assertSupported()).toThrow(TurnRejectedError);
    else expect(() => detector.assertSupported()).not.toThrow();
  }
});

it('turns are passed on before codex has responded to initialize', () => {
  const detector = new VersionDetector();
  expect(passed(detector, ['{"result":{}}\n'])).toBe('{"result":{}}\n');
  expect(() => detector.assertSupported()).not.toThrow();
});
