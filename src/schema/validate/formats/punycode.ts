const base = 36;
const tMin = 1;
const tMax = 26;

/**
 * The letters behind `xn--`, decoded as in RFC 3492; undefined where they are not Punycode.
 *
 * Only decoding: encoding is what `URL` does.
 */
export function decodePunycode(encoded: string): string | undefined {
  const lastHyphen = encoded.lastIndexOf('-');
  const output = lastHyphen > 0 ? [...encoded.slice(0, lastHyphen)] : [];
  let codePoint = 128;
  let index = 0;
  let bias = 72;
  let at = lastHyphen > 0 ? lastHyphen + 1 : 0;
  while (at < encoded.length) {
    const before = index;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = digitOf(encoded.charCodeAt(at++));
      if (digit === undefined) return undefined;
      index += digit * weight;
      const threshold = Math.min(Math.max(k - bias, tMin), tMax);
      if (digit < threshold) break;
      weight *= base - threshold;
      if (index > 0x7fffffff || weight > 0x7fffffff) return undefined;
    }
    const length = output.length + 1;
    bias = adapt(index - before, length, before === 0);
    codePoint += Math.floor(index / length);
    index %= length;
    if (codePoint > 0x10ffff) return undefined;
    output.splice(index++, 0, String.fromCodePoint(codePoint));
  }
  return output.join('');
}

function digitOf(code: number): number | undefined {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  if (code >= 0x41 && code <= 0x5a) return code - 0x41;
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  return undefined;
}

function adapt(delta: number, length: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? 700 : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + 38));
}
