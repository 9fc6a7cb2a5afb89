/** Thrown for a setting of the wrong form. The message completes a sentence that begins with its name. */
export class InvalidSetting extends Error {
  override readonly name = 'InvalidSetting';
}

/** One environment variable: its only description. The documentation is printed from these. */
export type Setting<T> = Readonly<{
  name: string;
  /** Default as the documentation shows it. */
  shown: string;
  meaning: string;
  /** Value when it is not set. */
  fallback: T;
  /** The value of a text. Throws InvalidSetting. */
  parse: (text: string) => T;
}>;

type Row = Readonly<{ name: string; meaning: string }>;

/** A setting whose default is a text like any other. */
export const setting = <T>(row: Row & { default: string }, parse: (text: string) => T): Setting<T> => ({
  name: row.name,
  shown: row.default,
  meaning: row.meaning,
  fallback: parse(row.default),
  parse,
});

/** A setting that may stay without a value. */
export const optionalSetting = <T>(
  row: Row & { shown: string },
  parse: (text: string) => T,
): Setting<T | undefined> => ({
  ...row,
  fallback: undefined,
  parse,
});

export const asText = (text: string): string => text;

/** A whole number between two others, both included. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const number = Number(text);
    if (!/^\d{1,16}$/.test(text) || number < min || number > max)
      throw new InvalidSetting(`must be a whole number from ${min} to ${max}`);
    return number;
  };

export const oneOf =
  <const W extends string>(...words: readonly W[]) =>
  (text: string): W => {
    const word = words.find((known) => known === text);
    if (word === undefined) throw new InvalidSetting(`must be one of ${words.join(', ')}`);
    return word;
  };

/** The parts of a list between commas, trimmed. */
export const listOfTexts = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
