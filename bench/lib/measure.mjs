import { spawn } from 'node:child_process';
import { cpuSeconds } from './process-cost.mjs';

/**
 * Runs commands side by side and prints the median wall and CPU time of each, and its ratios to another.
 *
 * @typedef {{ name: string, command: string, args: string[], options?: import('node:child_process').SpawnOptions, stdin?: string, expected?: string }} Contestant
 */

/**
 * Wall and CPU seconds of each contestant, one sample a round. They take turns at going first, since the first may
 * find the machine in another state.
 *
 * @param {readonly Contestant[]} contestants
 * @param {number} rounds
 */
export async function sideBySide(contestants, rounds) {
  const samples = new Map(contestants.map(({ name }) => [name, []]));
  for (let round = -2; round < rounds; round++) {
    for (const contestant of round % 2 === 0 ? contestants : [...contestants].reverse()) {
      const sample = await measure(contestant);
      if (round >= 0) samples.get(contestant.name).push(sample);
    }
  }
  return samples;
}

/** @param {Contestant} contestant */
async function measure({ name, command, args, options = {}, stdin, expected }) {
  const cpuBefore = cpuSeconds();
  const start = process.hrtime.bigint();
  const child = spawn(command, args, {
    ...options,
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.on('error', () => {}).end(stdin);
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (errors += data));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const wall = Number(process.hrtime.bigint() - start) / 1e9;
  if (code !== 0) throw new Error(`'${name}' exited with code ${code}\n${errors}`);
  if (expected !== undefined && output.trim() !== expected) {
    throw new Error(`'${name}' printed '${output}'\n${errors}`);
  }
  return { wall, cpu: cpuSeconds() - cpuBefore };
}

/**
 * Prints the medians of two contestants and whether the ratio of the first to the second keeps to its target.
 *
 * @param {Map<string, { wall: number, cpu: number }[]>} samples
 * @param {string} name
 * @param {string} base
 * @param {{ wall?: number, cpu?: number }} targets
 */
export function printRatio(samples, name, base, targets) {
  for (const [measured, target] of Object.entries(targets)) {
    const [ours, theirs] = [name, base].map((contestant) => median(samples.get(contestant), measured));
    const ratio = ours / theirs;
    const verdict = ratio <= target ? 'met' : 'NOT met';
    console.log(
      `${name} / ${base}: ${measured} ${ms(ours)} / ${ms(theirs)} = ${ratio.toFixed(2)}` +
        ` (target ${target.toFixed(2)}: ${verdict})`,
    );
  }
}

function median(samples, measured) {
  const sorted = samples.map((sample) => sample[measured]).sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

const ms = (seconds) => `${(seconds * 1000).toFixed(0)} ms`;
