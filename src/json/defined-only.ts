type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the members that are not undefined, for options whose absence differs from `undefined`. */
export function definedOnly<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
