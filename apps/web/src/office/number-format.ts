import { type DateParts, datePartsOf, languageOf, nameOf } from './date-parts.ts';
import { type Section, sectionsOf, type Token } from './format-tokens.ts';
import { generalNumber } from './number-digits.ts';
import { numberByPattern } from './number-pattern.ts';

/** A cell as its format shows it. */
export type Shown = Readonly<{ text: string; color?: string }>;

export type NumberFormat = (value: number | string, is1904?: boolean) => Shown;

/** Longer codes are no formats. Excel allows 255 signs. */
const MAX_CODE = 1000;
const GENERAL: NumberFormat = (value) => ({ text: typeof value === 'string' ? value : generalNumber(value) });

/** The format of a code of a workbook (ECMA-376, part 1, 18.8.31). */
export function numberFormat(code: string): NumberFormat {
  if (code.length > MAX_CODE || /^(?:general)?$/i.test(code)) return GENERAL;
  const sections = sectionsOf(code);
  const forText = sections[3] ?? sections.findLast(({ tokens }) => tokens.some(({ kind }) => kind === 'written'));
  const forNumbers = sections.slice(0, 3).filter((section) => section !== forText || sections.length === 1);
  return (value, is1904 = false) => {
    if (typeof value === 'string') return forText === undefined ? { text: value } : written(value, forText);
    if (!Number.isFinite(value)) return { text: '' };
    const [section, isBare] = sectionFor(value, forNumbers);
    if (section === undefined) return { text: generalNumber(value) };
    if (section.tokens.some(({ kind }) => kind === 'date' || kind === 'half'))
      return colored(dateText(value, section, is1904), section);
    const text = numberByPattern(Math.abs(value), section.tokens);
    // A number that is rounded to zero has no sign.
    return colored(value < 0 && !isBare && /[1-9]/.test(text) ? `-${text}` : text, section);
  };
}

const colored = (text: string, { color }: Section): Shown => (color === undefined ? { text } : { text, color });

const written = (text: string, section: Section): Shown =>
  colored(
    section.tokens
      .map((token) =>
        token.kind === 'text' ? token.text : token.kind === 'written' || token.kind === 'general' ? text : '',
      )
      .join(''),
    section,
  );

const COMPARES = {
  '<': (value: number, limit: number) => value < limit,
  '<=': (value: number, limit: number) => value <= limit,
  '=': (value: number, limit: number) => value === limit,
  '<>': (value: number, limit: number) => value !== limit,
  '>=': (value: number, limit: number) => value >= limit,
  '>': (value: number, limit: number) => value > limit,
} as const;

/** The section that holds for a number, and whether it stands for the sign of a negative one. */
function sectionFor(value: number, sections: readonly Section[]): readonly [Section | undefined, boolean] {
  const [first, second, third] = sections;
  if (sections.some(({ condition }) => condition !== undefined)) {
    const found = sections.find(({ condition }, index) =>
      condition === undefined ? index === sections.length - 1 : COMPARES[condition.operator](value, condition.limit),
    );
    const { operator = '=', limit = 0 } = found?.condition ?? {};
    return [found ?? sections.at(-1), operator.startsWith('<') && operator !== '<>' && limit <= 0];
  }
  if (value < 0 && second !== undefined) return [second, true];
  if (value === 0 && third !== undefined) return [third, false];
  return [first, false];
}

function dateText(value: number, { tokens, language: code }: Section, is1904: boolean): string {
  const dot = tokens.findIndex(({ kind }, index) => kind === 'point' && tokens[index + 1]?.kind === 'digit');
  const places = dot < 0 ? 0 : tokens.slice(dot + 1).findIndex(({ kind }) => kind !== 'digit');
  const decimals = dot < 0 ? 0 : places < 0 ? tokens.length - dot - 1 : places;
  const parts = datePartsOf(value, is1904, Math.min(decimals, 3));
  // Excel fills the cell with signs.
  if (parts === undefined) return generalNumber(value);
  const isHalf = tokens.some(({ kind }) => kind === 'half');
  const language = languageOf(code);
  return tokens
    .map((token, index) => {
      if (token.kind === 'text') return token.text;
      if (token.kind === 'date') return datePart(token, parts, { isHalf, isMinute: isMinute(tokens, index), language });
      if (token.kind === 'half') {
        const half = parts.hour < 12 ? 'AM' : 'PM';
        return token.isShort ? half.slice(0, 1) : half;
      }
      if (token.kind === 'point') return index === dot ? `.${parts.part}` : '.';
      return token.kind === 'slash' ? '/' : token.kind === 'comma' ? ',' : '';
    })
    .join('');
}

/** Whether an `m` is a minute: it follows hours or is followed by seconds. */
function isMinute(tokens: readonly Token[], index: number): boolean {
  const letterOf = (token: Token | undefined): string | undefined =>
    token?.kind === 'date' ? token.letter : undefined;
  const before = tokens.slice(0, index).findLast(({ kind }) => kind === 'date');
  const after = tokens.slice(index + 1).find(({ kind }) => kind === 'date');
  return letterOf(before) === 'h' || letterOf(after) === 's';
}

type DateStyle = Readonly<{ isHalf: boolean; isMinute: boolean; language: string }>;

function datePart(
  { letter, count, isElapsed }: Extract<Token, { kind: 'date' }>,
  { year, month, day, weekday, hour, minute, second, elapsed }: DateParts,
  { isHalf, isMinute: isOfTime, language }: DateStyle,
): string {
  const digits = (value: number): string => String(value).padStart(Math.min(count, 2), '0');
  if (isElapsed) {
    const unit = letter === 'h' ? 3600 : letter === 'm' ? 60 : 1;
    return String(Math.floor(elapsed / unit)).padStart(count, '0');
  }
  if (letter === 'h') return digits(isHalf ? hour % 12 || 12 : hour);
  if (letter === 's') return digits(second);
  if (letter === 'y' || letter === 'e')
    return count <= 2 && letter === 'y' ? String(year % 100).padStart(2, '0') : String(year);
  if (letter === 'b') return String(year + 543);
  if (letter === 'g') return '';
  if (letter === 'd')
    return count < 3 ? digits(day) : nameOf('weekday', weekday, count === 3 ? 'short' : 'long', language);
  if (isOfTime || count < 3) return digits(isOfTime ? minute : month);
  return nameOf('month', month, count === 3 ? 'short' : count === 5 ? 'narrow' : 'long', language);
}
