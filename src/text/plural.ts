/** Returns a number with a comma every three digits, whatever the locale of the machine: `1,234,567`. */
export function withCommas(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `plural(1, 'task')` is "1 task", `plural(2000, 'task')` is "2,000 tasks". */
export function plural(count: number, noun: string, several = `${noun}s`): string {
  return `${withCommas(count)} ${count === 1 ? noun : several}`;
}
