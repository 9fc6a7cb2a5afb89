import type { Json, JsonSchema } from '@strongroom/domain';

/** The keyword of a list of words to which a release may add. Generators read a plain text of it. */
export const OPEN_WORDS = 'x-extensible-enum';

/**
 * The schema of an answer, with its lists of words open. Clients that are generated with a closed `enum` refuse the whole answer
 * when it has a word of a later release.
 */
export const withOpenWords = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).map(([key, value]) => [key === 'enum' ? OPEN_WORDS : key, opened(value)]));

function opened(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  return isList(value) ? value.map(opened) : withOpenWords(value);
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);
