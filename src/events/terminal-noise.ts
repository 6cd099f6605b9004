const ESC = 0x1b;
const BEL = 0x07;
const BACKSLASH = 0x5c;

/** Where the bytes at `from` stop being whitespace, control characters and whole terminal escapes. */
export function skipTerminalNoise(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (byte === ESC) {
      const after = afterEscape(bytes, at + 1, end);
      if (after === at) return at;
      at = after;
    } else if (byte <= 0x20) at += 1;
    else return at;
  }
  return at;
}

/** Past one escape sequence (ECMA-48) whose ESC is at `start - 1`; `start - 1` where it has no end. */
function afterEscape(bytes: Uint8Array, start: number, end: number): number {
  switch (bytes[start]) {
    case 0x5b: // [  CSI: parameters, intermediates, one final byte
      return afterFinal(bytes, start + 1, end, 0x20, 0x40) ?? start - 1;
    case 0x5d: // ]  OSC, ended by BEL or ST
    case 0x50: // P  DCS
    case 0x58: // X  SOS
    case 0x5e: // ^  PM
    case 0x5f: // _  APC
      return afterString(bytes, start + 1, end) ?? start - 1;
    case 0x7b: // {  no sequence in use: a stray ESC before an event
      return start;
    default: // intermediates, one final byte
      return afterFinal(bytes, start, end, 0x20, 0x30) ?? start - 1;
  }
}

function afterFinal(
  bytes: Uint8Array,
  from: number,
  end: number,
  lowest: number,
  lowestFinal: number,
): number | null {
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < lowest || byte > 0x7e) return null;
    if (byte >= lowestFinal) return at + 1;
  }
  return null;
}

function afterString(bytes: Uint8Array, from: number, end: number): number | null {
  for (let at = from; at < end; at += 1) {
    if (bytes[at] === BEL) return at + 1;
    if (bytes[at] === ESC && bytes[at + 1] === BACKSLASH && at + 1 < end) return at + 2;
  }
  return null;
}
