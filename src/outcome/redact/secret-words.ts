/** Replaces a secret. It does not look like a secret itself, so that it is not redacted again. */
export const HIDDEN = '[hidden]';

/** Source of a pattern: white space, also as JSON text and URLs write it. */
export const SPACE = '(?:\\s|\\\\{1,4}[nrt]|%20|%0[AaDd]|\\+)';

/** Words in the place of a secret that describe it. */
const ORDINARY = new Set(
  `access any apikey array auth authentication authorization basic bearer bool boolean config credential
  credentials default denied digest disabled empty enabled environment error expected expired false field file
  found given header hidden identifier include incorrect info information integer invalid key keyword localhost
  login malformed mismatch missing must name newline none null number object omit omitted operator optional
  oauth oauth2 password private production development provided public punctuation punctuator rate realm
  redacted refresh rejected removed required revoked same-origin scheme scope secret session staging string
  template test testing this token tokens true type undefined unknown unset unsupported username value
  was wrong`.split(/\s+/),
);

export function isOrdinary(text: string): boolean {
  return text.startsWith(HIDDEN) || ORDINARY.has(text.toLowerCase().replace(/[.,:;!?…)]+$/, ''));
}

/** Whether a word does not occur in sentences: letters with digits, mixed case, or very long. */
export function looksRandom(word: string): boolean {
  const core = word.replace(/[.,:;!?…=]+$/, '');
  if (core.length < 6) return false;
  const hasDigit = /\d/.test(core);
  const hasLetter = /[A-Za-z]/.test(core);
  return (
    (hasDigit && hasLetter) ||
    /[a-z][A-Z]/.test(core) ||
    (core.length >= 20 && !/^[a-z]+(-[a-z]+)+$/.test(core)) ||
    /[A-Za-z][+/=~][A-Za-z]/.test(core)
  );
}
