/** Matches complete terminal escapes in a text. For bytes, see terminal-noise.ts. */
export const TERMINAL_ESCAPE = /\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_])/g;
