/** The journal cannot be used as it is. `message` is one sentence for a person; nothing was lost. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/** A result could not be written to the journal. The results before it are safe. */
export class JournalWriteError extends Error {
  override readonly name = 'JournalWriteError';
}
