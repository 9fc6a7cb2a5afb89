type Line = Readonly<{
  /** The width of each tab, in pixels. */
  widths: readonly number[];
  gap: number;
  /** Width of the button that opens the others, without the name of one of them. */
  button: number;
  available: number;
}>;

/** The number of tabs that fit on one line: all of them, or the first ones with a button, which names one of the others. */
export function fittingTabs({ widths, gap, button, available }: Line): number {
  const widthOf = (count: number): number => widths.slice(0, count).reduce((sum, width) => sum + width + gap, 0);
  if (widthOf(widths.length) - gap <= available) return widths.length;
  const room = available - button - Math.max(...widths);
  let count = widths.length - 1;
  while (count > 0 && widthOf(count) > room) count--;
  return count;
}
