import { nearestWord } from './nearest.ts';
import type { Environment, VariableTable } from './read.ts';

/** Names of variables. */
export const variableNames = (table: VariableTable): readonly string[] => Object.values(table).map(({ name }) => name);

/** Sentences about unknown variables with the prefix of a service: a mistyped name must not silently mean the default. */
export function unknownVariableProblems(
  environment: Environment,
  { prefix, known, service }: Readonly<{ prefix: string; known: readonly string[]; service: string }>,
  isOfOthers: (name: string) => boolean = () => false,
): readonly string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !known.includes(name) && !isOfOthers(name))
    .toSorted()
    .map((name) => {
      const meant = meantBy(name, known);
      return `${name} is no setting of ${service}${meant === undefined ? '.' : `; did you mean ${meant}?`}`;
    });
}

/** The setting with nearly this name. Prefixes are not compared: a setting may lack one that the others have. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const [near] = nearestWord(withoutPrefix(name), known.map(withoutPrefix));
  return known.find((one) => withoutPrefix(one) === near);
}

const withoutPrefix = (name: string): string => name.replace(/^STRONGROOM_(KEY_SERVICE_)?/u, '').toLowerCase();
