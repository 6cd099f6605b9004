import { expect, it } from 'vitest';
import { CompiledPrograms } from './compiled-programs.js';

it('a program of the docs fails by its own errors, and by no other one', async (context) => {
  const texts = [
    ['good', 'export const a: number = 1;\n'],
    ['bad', "export const a: number = 'x';\n"],
  ] as const;
  const programs = await CompiledPrograms.of(new Map(texts));
  context.onTestFinished(() => programs.remove());
  expect(programs.script('good')).toMatch(/good\.js$/);
  expect(() => programs.script('bad')).toThrow(/bad\.ts\(1,14\): error TS2322/);
});
