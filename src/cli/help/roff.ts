/**
 * Text as roff reads it: backslashes and dashes escaped, no line that begins with a control character, quotes
 * and carets as ASCII (a man page shows ' and ^ as typographic signs, and nobody could copy an example).
 */
export function roff(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replaceAll('…', '\\&...')
    .replace(/[^\x00-\x7f]/gu, (character) => `\\[u${hex(character)}]`);
  return escaped.replace(/^([.'])/gm, '\\&$1');
}

export function section(title: string): string {
  return `.SH ${title}`;
}

export function subsection(title: string): string {
  return `.SS ${quoted(roff(title))}`;
}

export function paragraph(text: string): string {
  return `.PP\n${roff(text)}`;
}

/** A term that is roff already, and what it means. */
export function definition(term: string, meaning: string): string {
  return `.TP\n${term}\n${meaning}`;
}

/** Returns a command line. */
export function indented(text: string): string {
  return `.PP\n.RS 4\n.nf\n${roff(text)}\n.fi\n.RE`;
}

export function bold(text: string): string {
  return `\\fB${roff(text)}\\fR`;
}

export function italic(text: string): string {
  return `\\fI${roff(text)}\\fR`;
}

/** A macro's argument may hold blanks only in quotes. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '\\(dq')}"`;
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
