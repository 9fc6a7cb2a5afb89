type Line = Readonly<{
  /** The width of each tab, in pixels. */
  widths: readonly number[];
  gap: number;
  /** The width of the button that opens the others. */
  button: number;
  available: number;
  /** The place of the tab that is shown; -1 for none. */
  current: number;
}>;

/** The places of the tabs that fit on one line: all of them, or the first ones with the current one and a button for the others. */
export function fittingTabs({ widths, gap, button, available, current }: Line): readonly number[] {
  const all = [...widths.keys()];
  const widthOf = (places: readonly number[]): number =>
    places.reduce((sum, place) => sum + (widths[place] ?? 0) + gap, 0);
  if (widthOf(all) - gap <= available) return all;
  const own = current < 0 ? [] : [current];
  const first = all.filter((place) => place !== current);
  while (first.length > 0 && widthOf([...first, ...own]) + button > available) first.pop();
  return [...first, ...own].toSorted((one, other) => one - other);
}
