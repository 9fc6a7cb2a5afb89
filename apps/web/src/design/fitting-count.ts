type Line = Readonly<{
  /** The width of each part, in pixels. */
  widths: readonly number[];
  gap: number;
  /** Width of the button that opens the others. */
  button: number;
  available: number;
}>;

/** The number of parts that fit on one line: all of them, or the first ones with a button. */
export function fittingCount({ widths, gap, button, available }: Line): number {
  const widthOf = (count: number): number => widths.slice(0, count).reduce((sum, width) => sum + width + gap, 0);
  if (widthOf(widths.length) - gap <= available) return widths.length;
  const room = available - button;
  let count = widths.length - 1;
  while (count > 0 && widthOf(count) > room) count--;
  return count;
}
