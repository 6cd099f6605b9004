import { redactor } from '../../outcome/redact.js';
import type { ReportOptions } from './report.js';

/**
 * Hides the secrets of the environment in plain text and in JSON text, where a quote or a backslash in a
 * secret is escaped. To be applied before anything is cut: half a secret is not found any more.
 */
export function reportRedactor(env: ReportOptions['env']): (text: string) => string {
  const escaped = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[`${name}_ESCAPED`, JSON.stringify(value).slice(1, -1)]],
  );
  return redactor({ ...env, ...Object.fromEntries(escaped) });
}
