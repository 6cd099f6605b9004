import { HIDDEN, isOrdinary, looksRandom, SPACE } from './secret-words.js';

/** A scheme of an `Authorization` header and its token, wherever they stand. */
const BEARER = new RegExp(`\\b(Bearer)(${SPACE}{1,12}\\\\{0,4}["']?)([A-Za-z0-9._~+/=-]{6,})`, 'gi');
/** "Basic" begins many sentences: its token is base64 of a user and a password, with a digit or a capital. */
const BASIC = new RegExp(
  `\\b(Basic)(${SPACE}{1,12}\\\\{0,4}["']?)([A-Za-z0-9+/_-]{6,}={0,2})(?![A-Za-z0-9])`,
  'gi',
);
/** Of a challenge: `WWW-Authenticate: Bearer realm="x"`. */
const PARAMETER = /^(?:realm|scope|error|error_description|charset|resource_metadata)=/i;

/** Hides the tokens after `Bearer` and `Basic`. */
export function hideSchemes(text: string): string {
  return text
    .replace(BEARER, (whole, scheme: string, gap: string, token: string) => {
      if (PARAMETER.test(token) || isOrdinary(token)) return whole;
      const isWord = /^[a-z]{6,15}[.]?$/i.test(token) && (scheme === 'bearer' || isWordAfterBearer(token));
      return isWord ? whole : `${scheme}${gap}${HIDDEN}`;
    })
    .replace(BASIC, (whole, scheme: string, gap: string, token: string) =>
      looksRandom(token) || /=$/.test(token) ? `${scheme}${gap}${HIDDEN}` : whole,
    );
}

/** Words that follow "Bearer" in sentences; in lower case any word does, and a header is known by its name. */
function isWordAfterBearer(word: string): boolean {
  return /^(?:auth|token|credential|scheme|header|format|method|support|instead|prefix|keyword|requests?|values?|strings?|before|should|cannot|without|security|access)/i.test(
    word,
  );
}
