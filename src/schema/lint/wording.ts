import type { FindingCode } from './arguments.js';
import { ERRORS } from './wording/errors.js';
import { LIMITS } from './wording/limits.js';
import { WARNINGS } from './wording/warnings.js';
import type { WordingOf } from './wording/wording.js';

/** What people read about each finding. */
export const WORDING: WordingOf<FindingCode> = { ...ERRORS, ...WARNINGS, ...LIMITS };
