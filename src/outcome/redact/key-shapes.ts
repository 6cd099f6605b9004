import { HIDDEN } from './secret-words.js';

/**
 * Where a key may begin: not inside a word, but after an escape of JSON (`\n`) or of a URL (`%20`), whose last
 * character looks like a letter of the same word. It also keeps a long run from being tried at each character.
 */
const START = '(?:(?<![A-Za-z0-9])|(?<=\\\\[bfnrt])|(?<=\\\\u[0-9a-fA-F]{4})|(?<=%[0-9A-Fa-f]{2}))';

/** Keys that their issuers made recognizable. The lengths are those that no ordinary word has. */
const KEYS = [
  // OpenAI and Anthropic (providers mask the middle with asterisks), OpenAI's sessions and refresh tokens
  'sk-[A-Za-z0-9_*-]{8,}',
  'sess-[A-Za-z0-9_-]{20,}',
  'rt_(?=[A-Za-z_.-]{0,40}\\d)[A-Za-z0-9_.-]{20,}',
  // GitHub, GitLab, npm, PyPI
  'gh[pousr]_[A-Za-z0-9]{16,}',
  'github_pat_[A-Za-z0-9_]{16,}',
  'gl(?:pat|ptt|cbt|rt|dt|soat)-[A-Za-z0-9_.-]{16,}',
  'npm_[A-Za-z0-9]{20,}',
  'pypi-[A-Za-z0-9_-]{40,}',
  // AWS key ids, Google keys, tokens and client secrets
  '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}',
  'AIza[A-Za-z0-9_-]{20,}',
  'ya29\\.[A-Za-z0-9_.-]{16,}',
  'GOCSPX-[A-Za-z0-9_-]{16,}',
  // Slack, Stripe, Hugging Face, Groq, xAI, SendGrid, DigitalOcean, age
  'xox[abcdeoprs](?:\\.[a-z]+)?-[A-Za-z0-9-]{8,}',
  'xapp-[A-Za-z0-9-]{16,}',
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}',
  'whsec_[A-Za-z0-9+/=]{16,}',
  'hf_[A-Za-z0-9]{20,}',
  'gsk_[A-Za-z0-9]{20,}',
  'xai-[A-Za-z0-9]{20,}',
  'SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}',
  'do[opr]_v1_[a-f0-9]{32,}',
  'AGE-SECRET-KEY-1[A-Z0-9]{20,}',
  // JSON web tokens, also cut ones
  'eyJ[A-Za-z0-9_-]{6,}\\.[A-Za-z0-9_-]{2,}(?:\\.[A-Za-z0-9_-]*){0,3}',
  'eyJ[A-Za-z0-9_-]{24,}',
];

const KEY = new RegExp(`${START}(?:${KEYS.join('|')})`, 'g');

const SLACK_HOOK = /(hooks\.slack\.com\\?\/services\\?\/)[A-Za-z0-9/\\]{8,}/g;

/** Hides keys and tokens by their shape. */
export function hideKeys(text: string): string {
  return text.replace(KEY, HIDDEN).replace(SLACK_HOOK, `$1${HIDDEN}`);
}
