/** The sentences of a message: what is wrong comes first, what to do about it after. */
export function sentences(message: string): readonly string[] {
  return message.split(/(?<=[.!?]) (?=[A-Z])/);
}
