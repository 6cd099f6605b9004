/** Returns unused names for new definitions. */
export class DefinitionNames {
  readonly #taken: Set<string>;

  constructor(present: readonly string[]) {
    this.#taken = new Set(present);
  }

  /** @param segment - what the author called it there; where that is no name, the file's is taken */
  take(segment: string | undefined, fileName: string): string {
    const base =
      plain(segment ?? '') || plain(fileName.replace(/^.*\//s, '').replace(/\..*$/s, '')) || 'file';
    let name = base;
    for (let count = 2; this.#taken.has(name); count++) name = `${base}_${count}`;
    this.#taken.add(name);
    return name;
  }
}

/** Letters and digits need no escape in a reference. A number alone is not a name. */
function plain(text: string): string {
  const name = text.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 60);
  return /[A-Za-z]/.test(name) && name !== '__proto__' ? name : '';
}
