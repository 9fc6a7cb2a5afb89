/** A deed that a page may offer and the service may allow one person. */
export type Row = Readonly<{ deed: string; isOffered: boolean; isAllowed: boolean }>;

const SIGNS = { both: '●', neither: '·', offered: 'OFFERED', allowed: 'ALLOWED' } as const;

const signOf = ({ isOffered, isAllowed }: Row): string =>
  isOffered === isAllowed ? SIGNS[isOffered ? 'both' : 'neither'] : SIGNS[isOffered ? 'offered' : 'allowed'];

/** A line for each deed, a column for each person: ● is offered and works, · is neither. */
export function tableOf(title: string, columns: ReadonlyMap<string, readonly Row[]>): string {
  const deeds = [...columns.values()][0]?.map(({ deed }) => deed) ?? [];
  const lines = [
    [title, ...columns.keys()],
    ...deeds.map((deed, at) => [
      deed,
      ...[...columns.values()].map((rows) =>
        rows
          .slice(at, at + 1)
          .map(signOf)
          .join(''),
      ),
    ]),
  ];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The deeds where the two differ. */
export const differences = (rows: readonly Row[]): readonly string[] =>
  rows.filter(({ isOffered, isAllowed }) => isOffered !== isAllowed).map((row) => `${row.deed}: ${signOf(row)}`);
