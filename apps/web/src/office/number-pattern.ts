import type { Token } from './format-tokens.ts';
import { generalNumber, nearestFraction, rounded } from './number-digits.ts';

const isDigit = (token: Token | undefined): token is Extract<Token, { kind: 'digit' }> => token?.kind === 'digit';
const THOUSAND = 1000;
const GROUP = 3;

/** Digits in their places from the right. The first place takes all digits that are left. */
function inPlaces(digits: string, tokens: readonly Token[], isGrouped: boolean): string {
  let rest = digits.replace(/^0+/, '');
  let places = tokens.filter(isDigit).length;
  let count = 0;
  let shown = '';
  const put = (sign: string): void => {
    if (isGrouped && count > 0 && count % GROUP === 0) shown = (sign === ' ' ? ' ' : ',') + shown;
    shown = sign + shown;
    count++;
  };
  for (const token of tokens.toReversed()) {
    if (token.kind === 'text') shown = token.text + shown;
    if (token.kind === 'percent') shown = `%${shown}`;
    if (!isDigit(token)) continue;
    places--;
    const sign = rest.at(-1);
    rest = rest.slice(0, -1);
    if (sign !== undefined) put(sign);
    else if (token.sign !== '#') put(token.sign === '0' ? '0' : ' ');
    if (places > 0) continue;
    for (const more of Array.from(rest).toReversed()) put(more);
    rest = '';
  }
  return shown;
}

/** Decimals in their places. Zeros at the end are shown where the code has `0`. */
function decimalsInPlaces(decimals: string, tokens: readonly Token[]): string {
  const left = decimals.replace(/0+$/, '').length;
  let place = 0;
  return tokens
    .map((token) => {
      if (token.kind === 'text') return token.text;
      if (token.kind === 'percent') return '%';
      if (!isDigit(token)) return '';
      const sign = decimals[place] ?? '0';
      if (place++ < left || token.sign === '0') return sign;
      return token.sign === '?' ? ' ' : '';
    })
    .join('');
}

/** A number that is not negative, by a section of a code that has no dates. */
export function numberByPattern(value: number, tokens: readonly Token[]): string {
  const power = tokens.findIndex(({ kind }) => kind === 'power');
  if (power >= 0) return scientific(value, tokens.slice(0, power), tokens.slice(power));
  const slash = tokens.findIndex(({ kind }) => kind === 'slash');
  if (slash > 0 && isDigit(tokens.slice(0, slash).findLast(({ kind }) => kind !== 'text')))
    return fraction(value, tokens, slash);
  if (tokens.some(isDigit)) return decimal(value, tokens);
  const hundred = tokens.some(({ kind }) => kind === 'percent') ? 100 : 1;
  return tokens
    .map((token) => {
      if (token.kind === 'text') return token.text;
      if (token.kind === 'general') return generalNumber(value * hundred);
      if (token.kind === 'written') return generalNumber(value);
      if (token.kind === 'percent') return '%';
      return token.kind === 'slash' ? '/' : token.kind === 'point' ? '.' : token.kind === 'comma' ? ',' : '';
    })
    .join('');
}

function decimal(value: number, tokens: readonly Token[]): string {
  const point = tokens.findIndex(({ kind }) => kind === 'point');
  const before = point < 0 ? tokens : tokens.slice(0, point);
  const after = point < 0 ? [] : tokens.slice(point + 1);
  const last = tokens.findLastIndex(isDigit);
  const lastBefore = before.findLastIndex(isDigit);
  const commas = (from: readonly Token[], begin: number): number => {
    const rest = from.slice(begin + 1);
    const end = rest.findIndex(({ kind }) => kind !== 'comma');
    return end < 0 ? rest.length : end;
  };
  // Commas after the last digit divide by thousands; those between digits group them.
  const scaled = commas(tokens, last) + (point >= 0 && last > point ? commas(before, lastBefore) : 0);
  const first = before.findIndex(isDigit);
  const isGrouped = before.some(({ kind }, index) => kind === 'comma' && index > first && index < lastBefore);
  const hundreds = tokens.filter(({ kind }) => kind === 'percent').length;
  const [whole, decimals] = rounded((value * 100 ** hundreds) / THOUSAND ** scaled, after.filter(isDigit).length);
  const tail = point < 0 ? '' : `.${decimalsInPlaces(decimals, after)}`;
  return inPlaces(whole, before, isGrouped) + tail;
}

function scientific(value: number, mantissa: readonly Token[], tail: readonly Token[]): string {
  const point = mantissa.findIndex(({ kind }) => kind === 'point');
  const places = mantissa.slice(0, point < 0 ? undefined : point).filter(isDigit).length;
  const decimals = point < 0 ? 0 : mantissa.slice(point).filter(isDigit).length;
  const step = Math.max(1, places);
  const powerOf = (one: number): number =>
    one === 0 ? 0 : Math.floor(Number(one.toExponential().split('e')[1]) / step) * step;
  let power = powerOf(value);
  // The number may be rounded up to one more digit.
  const [whole, part] = rounded(value / 10 ** power, decimals);
  if (value !== 0) power += powerOf(Number(`${whole}.${part}`));
  const [head, ...rest] = tail;
  const sign = power < 0 ? '-' : head?.kind === 'power' && head.isSigned ? '+' : '';
  return `${decimal(value / 10 ** power, mantissa)}E${sign}${inPlaces(String(Math.abs(power)), rest, false)}`;
}

/** Denominators have at most three digits. */
const LARGEST = 999;

function fraction(value: number, tokens: readonly Token[], slash: number): string {
  const above = tokens.slice(0, slash);
  const below = tokens.slice(slash + 1);
  const fixed = /^\d+/.exec(
    below.map((token) => (token.kind === 'text' ? token.text : isDigit(token) ? token.sign : '')).join(''),
  )?.[0];
  const isFixed = fixed !== undefined && Number(fixed) > 0;
  // The last group of digits is the numerator; one before it is the integer part.
  const end = above.findLastIndex(isDigit);
  let begin = end;
  while (isDigit(above[begin - 1])) begin--;
  const head = above.slice(0, begin);
  const hasWhole = head.some(isDigit);
  const whole = hasWhole ? Math.trunc(value) : 0;
  const digits = below.filter(isDigit).length;
  const [top, bottom] = isFixed
    ? [Math.round((value - whole) * Number(fixed)), Number(fixed)]
    : nearestFraction(value - whole, Math.min(LARGEST, 10 ** digits - 1));
  const carried = hasWhole && top === bottom;
  const shown = carried ? whole + 1 : whole;
  const rest = below.slice(below.findLastIndex((token) => isDigit(token) || (isFixed && token.kind === 'text')) + 1);
  const tail = rest.map((token) => (token.kind === 'text' ? token.text : '')).join('');
  const isWhole = hasWhole && (top === 0 || carried);
  const front = hasWhole
    ? inPlaces(String(shown), isWhole && shown === 0 ? [{ kind: 'digit', sign: '0' }] : head, false)
    : '';
  const width = end - begin + 1;
  const wide = isFixed ? fixed.length : digits;
  if (isWhole) return `${front}${' '.repeat(isWhole && shown === 0 ? width + wide + 2 : width + wide + 1)}${tail}`;
  const sign = above[end];
  const padding = isDigit(sign) && sign.sign === '?' ? width : 0;
  return `${front}${String(top).padStart(padding)}/${String(bottom).padEnd(wide)}${tail}`;
}
