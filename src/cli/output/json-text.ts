import type { ThreadEvent } from '../../events/event.js';
import { jsonText } from '../../json/exact.js';
import { indent, minify } from '../../json/reformat.js';
import { tryStringify } from '../../json/try-stringify.js';
import type { JsonValue } from '../../json/value.js';
import type { Detail, Outcome } from '../../outcome/outcome.js';

/**
 * The outcome's value as one line of JSON, where it has one. What no codec touched is the model's own text,
 * number for number: 9007199254740995 stays so, which a JavaScript number could not.
 */
export function valueText(outcome: Outcome): string | null {
  if (!('value' in outcome)) return null;
  const { detail } = outcome;
  const text = isVerbatim(detail) ? minify(detail.text) : jsonText(outcome.value);
  return wellFormed(text);
}

function isVerbatim(detail: Detail): detail is Detail & { readonly text: string } {
  return detail.text !== null && detail.schema?.adapted !== true;
}

/** Escapes lone surrogates, which UTF-8 cannot encode; they occur only inside JSON strings. */
function wellFormed(json: string): string {
  return json.replace(/[\ud800-\udfff]/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
}

/**
 * The outcome as one line of JSON, valid against `schemas/outcome.schema.json`.
 *
 * @param withEvents - codex's own events too (`--envelope=full`)
 */
export function envelopeText(outcome: Outcome, withEvents: boolean): string {
  const value = valueText(outcome);
  const { value: _value, detail, ...head } = outcome as Outcome & { value?: JsonValue; detail?: Detail };
  const parts = [JSON.stringify(head).slice(1, -1)];
  if (value !== null) parts.push(`"value":${value}`);
  if (detail !== undefined) parts.push(`"detail":${detailText(detail, withEvents)}`);
  return `{${parts.join(',')}}`;
}

function detailText({ events, ...rest }: Detail, withEvents: boolean): string {
  const text = JSON.stringify(rest);
  if (!withEvents) return text;
  return `${text.slice(0, -1)},"events":[${events.map(eventText).join(',')}]}`;
}

/** An event may be nested as deeply as its line is long; `--events` has it byte for byte. */
function eventText(event: ThreadEvent): string {
  return tryStringify(event) ?? JSON.stringify({ type: event.type, omitted: 'nested too deeply' });
}

/** One line, or indented. With its final line break. */
export function asOutput(json: string, pretty: boolean): string {
  return `${pretty ? indent(json, 2) : json}\n`;
}
