import { closest, distance } from 'fastest-levenshtein';
import type { Environment, Table } from './read.ts';

const MAX_DISTANCE = 3;

/** The word that `text` is most likely a misspelling of; undefined if none is close. */
function nearest(text: string, words: readonly string[]): string | undefined {
  const best = closest(text, words);
  return distance(text, best) <= MAX_DISTANCE ? best : undefined;
}

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
