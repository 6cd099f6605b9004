import { parse } from 'smol-toml';

/** Parses TOML; undefined if the text is invalid. */
export function readToml(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parse(text);
  } catch {
    // The check of the configuration reports codex's own message, with the line.
    return undefined;
  }
}
