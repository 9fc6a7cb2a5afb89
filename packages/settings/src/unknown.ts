import type { Environment, Table } from './read.ts';

/** Longer names are not compared either. */
const MAX_DISTANCE = 3;

/** The name that `text` is most likely a misspelling of; undefined if none is close. */
function nearest(text: string, names: readonly string[]): string | undefined {
  const [best] = names
    .filter((name) => Math.abs(name.length - text.length) <= MAX_DISTANCE)
    .map((name) => ({ name, slips: distance(text, name) }))
    .toSorted((a, b) => a.slips - b.slips);
  return best !== undefined && best.slips <= MAX_DISTANCE ? best.name : undefined;
}

/** Letters to add, take away or replace (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (const [at, other] of Array.from(to).entries())
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Names of variables. */
export const namesIn = (table: Table): readonly string[] => Object.values(table).map(({ name }) => name);

/** Sentences about variables that begin like those of a service and are none: a mistyped name must not silently mean the default. */
export function unknownVariables(
  environment: Environment,
  { prefix, known, service }: Readonly<{ prefix: string; known: readonly string[]; service: string }>,
  isOfOthers: (name: string) => boolean = () => false,
): readonly string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !known.includes(name) && !isOfOthers(name))
    .toSorted()
    .map((name) => {
      const meant = nearest(name, known);
      return `${name} is no setting of ${service}${meant === undefined ? '.' : `; did you mean ${meant}?`}`;
    });
}
