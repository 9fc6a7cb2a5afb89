import { EXIT, isPartOfId, nearestWord, Problem } from '@strongroom/command-line';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the word has the form of an id. */
export const isId = (text: string): boolean => UUID.test(text);

type Search<T> = Readonly<{
  /** A noun such as `room`. */
  kind: string;
  /** The word that was typed. */
  text: string;
  /** A line that distinguishes a match from the others. */
  describe: (candidate: T) => string;
  /** The names that there are, to suggest one. */
  names?: readonly string[];
}>;

/** The items with this name; where there is none, those whose id ends or begins with the word. */
export function matchingName<T extends Readonly<{ id: string }>>(
  all: readonly T[],
  text: string,
  nameOf: (item: T) => string,
): readonly T[] {
  const named = all.filter((item) => nameOf(item) === text);
  if (named.length > 0 || !isPartOfId(text)) return named;
  return all.filter(({ id }) => id.endsWith(text) || id.startsWith(text));
}

const SHOWN = 10;

/** Returns the only match. Throws Problem if there is none, or lists them if there are several. */
export function theOne<T>(candidates: readonly T[], { kind, text, describe, names = [] }: Search<T>): T {
  const [first, ...others] = candidates;
  if (first === undefined)
    throw new Problem(
      `there is no ${kind} ${JSON.stringify(text)}, or it is not yours to see.${suggested(names, text)}`,
      {
        exitCode: EXIT.notFound,
      },
    );
  if (others.length === 0) return first;
  const shown = candidates.slice(0, SHOWN).map((one) => `  ${describe(one)}`);
  const more = candidates.length > SHOWN ? [`  and ${candidates.length - SHOWN} more`] : [];
  throw new Problem(
    [`${JSON.stringify(text)} stands for ${candidates.length} ${kind}s; name the id of one:`, ...shown, ...more].join(
      '\n',
    ),
    { exitCode: EXIT.usage },
  );
}

const SUGGESTED = 3;
/** Fewer letters are in too many names. */
const LEAST = 3;

/** A question with the names that contain the word, or else with those that a slip of the finger makes of it. */
function suggested(names: readonly string[], text: string): string {
  const word = text.toLowerCase();
  const holding = names.filter((name) => word.length >= LEAST && holds(name.toLowerCase(), word));
  const near = holding.length > 0 ? holding : nearestWord(word, names);
  const shown = [...new Set(near)].slice(0, SUGGESTED).map((name) => JSON.stringify(name));
  return shown.length === 0 ? '' : ` Did you mean ${shown.join(' or ')}?`;
}

/** Whether a name holds the word; a number is held whole, not as some digits of a longer one. */
function holds(name: string, word: string): boolean {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
    const edges = [name.slice(0, at).slice(-1) + word.slice(0, 1), word.slice(-1) + name.slice(at + word.length)];
    if (!edges.some((edge) => /^\d\d/u.test(edge))) return true;
  }
  return false;
}
