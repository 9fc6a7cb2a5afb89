import type { ChartCategories } from '../../office/chart-model.ts';
import type { Box, ChartCanvas } from './chart-canvas.ts';
import { cutText, LINE, textWidth, wrapText } from './chart-text.ts';

/** The part of the height of a chart that turned names may take. */
const MAX_DEPTH = 0.38;
const SLOPE = Math.SQRT1_2;
const MAX_LINES = 3;
/** Space between names, in their size. */
const BETWEEN = 0.5;

export type LabelsBelow = Readonly<{
  depth: number;
  /** Every name, every second one, and so on, is drawn. */
  every: number;
  /** Lines of the names that lie; others are turned. */
  lines?: readonly (readonly string[])[];
}>;

/** Names of categories below a chart: in lines, else turned, and some of them where there are too many. */
export function labelsBelow(
  { texts, isShown, isNumeric }: ChartCategories,
  { left, right, height }: Readonly<{ left: number; right: number; height: number }>,
  size: number,
): LabelsBelow | undefined {
  if (!isShown || texts.length === 0) return undefined;
  const step = (right - left) / texts.length;
  const wrapped = texts.map((text) => wrapText(text, size, step - size * BETWEEN, MAX_LINES));
  const lines = wrapped.filter((one) => one !== undefined);
  if (lines.length === texts.length)
    return { depth: size * (0.6 + LINE * Math.max(...lines.map(({ length }) => length))), every: 1, lines };
  const widest = Math.max(...texts.map((text) => textWidth(text, size)));
  const every = Math.ceil((widest + size) / step);
  if (isNumeric && texts.length / every >= 3)
    return { depth: size * (0.6 + LINE), every, lines: texts.map((text) => [text]) };
  return {
    depth: Math.min(widest * SLOPE + size, height * MAX_DEPTH),
    every: Math.max(1, Math.ceil((size * 1.25) / step)),
  };
}

/** The place of a category across a box. */
export function categoryAt({ texts, places, isBetween, isReversed }: ChartCategories, index: number): number {
  const count = Math.max(1, texts.length);
  const own = places?.[index];
  const place =
    own !== undefined
      ? isBetween
        ? (0.5 + own * (count - 1)) / count
        : own
      : isBetween || count === 1
        ? (index + 0.5) / count
        : index / (count - 1);
  return isReversed ? 1 - place : place;
}

export function drawCategories(
  canvas: ChartCanvas,
  categories: ChartCategories,
  { depth, every, lines }: LabelsBelow,
  box: Box,
  size: number,
): void {
  const width = box.right - box.left;
  for (const [index, text] of categories.texts.entries()) {
    if (index % every !== 0) continue;
    const x = box.left + categoryAt(categories, index) * width;
    if (lines !== undefined) {
      canvas.text(text, x, box.bottom + size, size, { lines: lines[index] ?? [text] });
      continue;
    }
    const y = box.bottom + size * 0.8;
    const room = Math.min((depth - size * 0.8) / SLOPE, (x - size * 0.2) / SLOPE);
    canvas.text(cutText(text, size, room), x, y, size, { anchor: 'end', turn: -45 });
  }
}
