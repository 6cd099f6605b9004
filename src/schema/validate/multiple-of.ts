/**
 * Whether a number is a multiple of another, both taken for the decimal numbers that they are written as:
 * 19.99 is a multiple of 0.01, which no arithmetic on doubles shows. Exact for all finite doubles and all integers.
 */
export function isMultipleOf(value: number | bigint, divisor: number | bigint): boolean {
  // Integers that doubles hold exactly have an exact remainder.
  if (isSafe(value) && isSafe(divisor)) return value % divisor === 0;
  const a = toDecimal(value);
  const b = toDecimal(divisor);
  // With the smaller exponent taken out of both, what is left are integers. Where the value has many more
  // trailing zeros than the divisor, powers of ten are taken modulo the divisor rather than written out.
  if (a.exponent >= b.exponent) {
    return (a.digits * powerOfTenModulo(a.exponent - b.exponent, b.digits)) % b.digits === 0n;
  }
  return a.digits % (b.digits * 10n ** BigInt(b.exponent - a.exponent)) === 0n;
}

function isSafe(value: number | bigint): value is number {
  return Number.isSafeInteger(value);
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function toDecimal(value: number | bigint): Decimal {
  if (typeof value === 'bigint') return { digits: value, exponent: 0 };
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function powerOfTenModulo(power: number, modulus: bigint): bigint {
  let result = 1n % modulus;
  let square = 10n % modulus;
  for (let rest = power; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
