import { expect, it } from 'vitest';
import { fill, helpWidth, table } from '../../../src/cli/help/columns.js';
import { bold, roff, subsection } from '../../../src/cli/help/roff.js';
import { wrapLines } from '../../../src/cli/output/wrap.js';

it('wraps between words; a longer word keeps a line of its own', () => {
  expect(wrapLines('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapLines('a incomprehensible b', 5)).toEqual(['a', 'incomprehensible', 'b']);
  expect(wrapLines('', 5)).toEqual(['']);
  expect(fill('one two three', 7)).toBe('one two\nthree');
});

it('lays out columns, the last one wrapped below itself', () => {
  expect(
    table(
      [
        ['a', 'one two three'],
        ['bbb', 'four'],
      ],
      16,
    ),
  ).toEqual(['  a    one two', '       three', '  bbb  four']);
});

it('puts a text below a first column that leaves no room', () => {
  expect(
    table(
      [
        ['a very long first column', 'what it is'],
        ['b', 'another'],
      ],
      30,
    ),
  ).toEqual(['  a very long first column', '     what it is', '  b  another']);
});

it('is as wide as the terminal, within reason', () => {
  expect([helpWidth(undefined), helpWidth(0), helpWidth(80), helpWidth(300), helpWidth(3)]).toEqual([
    100, 100, 80, 100, 40,
  ]);
});

it('roff takes every text for a text', () => {
  expect(roff('.TH\n\'x\n-a "b" \\ `c` ^ ~ é')).toBe(
    '\\&.TH\n\\(aqx\n\\-a "b" \\e \\(gac\\(ga \\(ha \\(ti \\[u00E9]',
  );
  expect(subsection('a "b"')).toBe('.SS "a \\(dqb\\(dq"');
  expect(bold('--x')).toBe('\\fB\\-\\-x\\fR');
});
