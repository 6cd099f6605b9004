import { parse } from 'smol-toml';

/** A table of TOML; undefined if the text is no TOML, which codex then refuses itself, naming the line. */
export function readToml(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parse(text);
  } catch {
    // The check of the configuration reports it in codex's own words.
    return undefined;
  }
}
