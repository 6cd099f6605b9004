import { createHash } from 'node:crypto';

/**
 * V8 takes a code cache on trust: of its source it compares no more than the length, and a damaged one brings
 * the whole process down. So each carries a digest of itself and of the source that it belongs to.
 */
const DIGEST_BYTES = 32;

export function sealed(data: Buffer, source: string): Buffer {
  return Buffer.concat([digest(data, source), data]);
}

/** The code cache, or null where it is damaged or of another source. */
export function unsealed(content: Buffer, source: string): Buffer | null {
  const data = content.subarray(DIGEST_BYTES);
  return content.subarray(0, DIGEST_BYTES).equals(digest(data, source)) ? data : null;
}

function digest(data: Buffer, source: string): Buffer {
  return createHash('sha256').update(data).update(source, 'latin1').digest();
}
