/** Whole terminal escapes in a text, to be taken out of it. Of bytes: see terminal-noise.ts. */
export const TERMINAL_ESCAPE = /\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_])/g;
