import { withCommas } from './plural.js';

/** Formats a duration, rounded so that durations are easy to compare: `850 ms`, `12.3 s`, `2m 05s`, `1h 02m`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(ms % 1000 === 0 ? 0 : 1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${twoDigits(seconds % 60)}s`;
  const minutes = Math.round(seconds / 60);
  return `${withCommas(Math.floor(minutes / 60))}h ${twoDigits(minutes % 60)}m`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
