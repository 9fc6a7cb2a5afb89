/** Significant digits of a number in a workbook. */
const DIGITS = 15;

/** A number that is not negative, rounded half up in the decimal system: integer part and decimals. */
export function rounded(value: number, places: number): readonly [whole: string, decimals: string] {
  const [mantissa = '0', exponent = '0'] = value.toExponential(DIGITS - 1).split('e');
  const digits = mantissa.replace('.', '');
  const kept = Number(exponent) + 1 + places;
  let scaled: string;
  if (kept < 0) scaled = '0';
  else if (kept >= DIGITS) scaled = digits.padEnd(kept, '0');
  else scaled = String(BigInt(digits.slice(0, kept) || '0') + (Number(digits[kept]) >= 5 ? 1n : 0n));
  const padded = scaled.padStart(places + 1, '0');
  return [padded.slice(0, padded.length - places), padded.slice(padded.length - places)];
}

const MOST = 1e11;
const LEAST = 1e-9;
/** Signs of a number in the general format, with the point. */
const GENERAL = 11;

const trimmed = (decimals: string): string => decimals.replace(/0+$/, '');

/** A number without a format of its own, as a cell of usual width shows it. */
export function generalNumber(value: number): string {
  const absolute = Math.abs(value);
  const sign = value < 0 ? '-' : '';
  if (absolute === 0) return '0';
  if (absolute >= MOST || absolute < LEAST) {
    const [mantissa = '', exponent = ''] = absolute.toExponential(5).split('e');
    const power = Number(exponent);
    const shown = mantissa.replace(/\.?0+$/, '');
    return `${sign}${shown}E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  const whole = Math.max(1, Math.trunc(Math.log10(absolute)) + 1);
  const [before, after] = rounded(absolute, Math.max(0, GENERAL - 1 - whole));
  const decimals = trimmed(after);
  return `${sign}${before}${decimals === '' ? '' : `.${decimals}`}`;
}

type Fraction = readonly [above: number, below: number];

/** The nearest fraction of a number from 0 to 1, with a denominator of at most `most`. */
export function nearestFraction(value: number, most: number): Fraction {
  let best: Fraction = [Math.round(value), 1];
  let distance = Math.abs(value - best[0]);
  for (let below = 2; below <= most && distance > 1e-12; below++) {
    const above = Math.round(value * below);
    const apart = Math.abs(value - above / below);
    if (apart < distance - 1e-12) {
      best = [above, below];
      distance = apart;
    }
  }
  return best;
}
