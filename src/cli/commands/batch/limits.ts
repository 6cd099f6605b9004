import type { FailureLimit, Shard } from '../../../batch/batch-options.js';
import type { ParsedFlags } from '../../args/parsed-flags.js';
import { UsageError } from '../../usage-error.js';

/** `--shard I/N`. @throws {UsageError} */
export function shardOf(flags: ParsedFlags): Shard | undefined {
  const text = flags.text('shard');
  if (text === undefined) return undefined;
  const [, i = '', n = ''] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  const [index, count] = [Number(i), Number(n)];
  if (index >= 1 && index <= count) return { index, count };
  throw new UsageError(
    `${flags.sourceOf('shard')} is '${text}'; it takes I/N with I from 1 to N, such as 2/4.`,
  );
}

/** `--max-failures N` or `N%`. @throws {UsageError} */
export function maxFailuresOf(flags: ParsedFlags): FailureLimit | undefined {
  const text = flags.text('max-failures');
  if (text === undefined) return undefined;
  const [, number = '', percent] = /^(\d{1,9}(?:\.\d{1,6})?)(%?)$/.exec(text) ?? [];
  const value = Number(number);
  if (percent === '%' && value > 0 && value <= 100) return { percent: value };
  if (percent === '' && Number.isInteger(value) && value >= 1) return { count: value };
  throw new UsageError(
    `${flags.sourceOf('max-failures')} is '${text}'; it takes a whole number from 1, or a share such as 5%.`,
  );
}
