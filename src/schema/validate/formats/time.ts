import { fullFormats } from 'ajv-formats/dist/formats.js';

const timePattern = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i;

/** RFC 3339 `full-time`; a leap second only where UTC can have one. */
export function isTime(text: string): boolean {
  const parts = timePattern.exec(text);
  if (parts === null) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = [1, 2, 3, 5, 6].map((group) =>
    Number(parts[group] ?? 0),
  );
  if (hour === undefined || minute === undefined || second === undefined) return false;
  if (offsetHour === undefined || offsetMinute === undefined) return false;
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (offsetHour * 60 + offsetMinute) * (parts[4] === '-' ? -1 : 1);
  const minutesOfDay = 24 * 60;
  return (hour * 60 + minute - offset + 2 * minutesOfDay) % minutesOfDay === minutesOfDay - 1;
}

/** RFC 3339 `date-time`. */
export function isDateTime(text: string): boolean {
  const date = text.slice(0, 10);
  return isDate(date) && /^t$/i.test(text.charAt(10)) && isTime(text.slice(11));
}

function isDate(text: string): boolean {
  const { date } = fullFormats;
  return (
    typeof date === 'object' &&
    'validate' in date &&
    Reflect.apply(date.validate as () => boolean, undefined, [text])
  );
}

// RFC 3339, appendix A: a unit may only be followed by the next smaller one.
const durationTime = 'T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)';
const durationDate = '(?:\\d+D|\\d+M(?:\\d+D)?|\\d+Y(?:\\d+M(?:\\d+D)?)?)';
export const duration = new RegExp(`^P(?:${durationDate}(?:${durationTime})?|${durationTime}|\\d+W)$`);
