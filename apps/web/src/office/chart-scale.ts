import { numberFormat } from './number-format.ts';

export type Range = readonly [low: number, high: number];

/** `isFromZero`: bars and areas, which are as long as their numbers are large. */
export type ScaleWishes = Readonly<{
  isFromZero: boolean;
  isShare: boolean;
  min?: number | undefined;
  max?: number | undefined;
  unit?: number;
  logBase?: number;
}>;

export type Scale = Readonly<{ min: number; max: number; steps: readonly number[] }>;

const MAX_STEPS = 40;
const WANTED_STEPS = 5;
/** An axis of points begins at zero unless they differ by less than this part of the largest. */
const FAR = 1 / 6;
/** The space above the highest value, as a part of the range. */
const ABOVE = 0.05;

/** 1, 2 or 5 times a power of ten. */
function niceStep(range: number): number {
  const rough = range / WANTED_STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const [step = 10] = [1, 2, 5, 10].filter((one) => one * power >= rough * 0.999);
  return step * power;
}

/** The ends and steps of an axis of values, in the way of Excel. */
export function scaleOf([low, high]: Range, asks: ScaleWishes): Scale {
  const isCrossed = asks.min !== undefined && asks.max !== undefined && asks.max <= asks.min;
  const wishes = isCrossed ? { ...asks, min: undefined, max: undefined } : asks;
  const { isFromZero, isShare, logBase } = wishes;
  if (logBase !== undefined && logBase > 1 && high > 0) return logScale(low, high, logBase, wishes);
  const isClose = low > 0 ? high - low < high * FAR : high < 0 && high - low < -low * FAR;
  const isZero = isFromZero || !isClose;
  let from = wishes.min ?? (isZero ? Math.min(0, low) : low);
  let to = wishes.max ?? (isZero ? Math.max(0, high) : high);
  if (!(to > from)) [from, to] = wishes.min !== undefined && wishes.max === undefined ? [from, from + 1] : [to - 1, to];
  if (low === 0 && high === 0 && wishes.max === undefined && wishes.min === undefined) [from, to] = [0, 1];
  const asked = wishes.unit;
  const step = asked !== undefined && asked > 0 && (to - from) / asked <= MAX_STEPS ? asked : niceStep(to - from);
  const room = isShare ? 0 : (to - from) * ABOVE;
  const min = wishes.min ?? (from < 0 || !isZero ? Math.floor((from - room) / step) * step : from);
  const max = wishes.max ?? (to > 0 || !isZero ? Math.ceil((to + room - step * 1e-9) / step) * step : to);
  const first = Math.ceil(min / step - 1e-9);
  const count = Math.max(0, Math.min(MAX_STEPS * 2, Math.floor(max / step + 1e-9) - first + 1));
  // Steps of tenths add up to numbers that are not tenths.
  const steps = Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
  return { min, max, steps };
}

function logScale(low: number, high: number, base: number, { min, max }: ScaleWishes): Scale {
  const power = (value: number): number => Math.log(value) / Math.log(base);
  const first = Math.floor(power(min !== undefined && min > 0 ? min : low > 0 ? low : Math.min(1, high)) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(power(max !== undefined && max > 0 ? max : high) - 1e-9));
  const count = Math.min(MAX_STEPS, last - first + 1);
  const steps = Array.from({ length: count }, (_, index) => base ** (first + index));
  return { min: base ** first, max: base ** last, steps };
}

/** A number of an axis. Decimals that a general format has come from the step alone. */
export const axisText = (value: number, code: string): string => numberFormat(code)(value).text.trim();
