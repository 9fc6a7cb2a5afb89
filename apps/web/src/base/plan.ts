/** The rows that a change of many concerns, and those that it leaves as they are, each with the reason. */
export type Plan<T> = Readonly<{ rows: readonly T[]; left: readonly Readonly<{ row: T; why: string }>[] }>;

/** `whyLeft`: the reason to leave a row as it is; undefined for one that is changed. */
export function planOf<T>(chosen: readonly T[], whyLeft: (row: T) => string | undefined): Plan<T> {
  const reasons = chosen.map((row) => ({ row, why: whyLeft(row) }));
  return {
    rows: reasons.flatMap(({ row, why }) => (why === undefined ? [row] : [])),
    left: reasons.flatMap(({ row, why }) => (why === undefined ? [] : [{ row, why }])),
  };
}
