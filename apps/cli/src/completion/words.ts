import type { Command, Option } from '../command.ts';

/** What can stand at one place of a command line. */
export type Completed = Readonly<{ words: readonly string[]; isFile: boolean }>;

/** The command table as the scripts need it. */
export type Table = Readonly<{
  /** What can stand first, with what it does. */
  first: readonly (readonly [word: string, does: string])[];
  /** Families, with their second words. */
  families: readonly (readonly [family: string, words: readonly (readonly [word: string, does: string])[]])[];
  commands: readonly Called[];
}>;

export type Called = Readonly<{
  name: string;
  summary: string;
  options: readonly (readonly [name: string, option: Option])[];
  operands: Completed;
}>;

const HELP: readonly [string, Option] = ['help', { text: 'Show all about the command.' }];

export function tableOf(commands: readonly Command[]): Table {
  const families = new Map<string, (readonly [string, string])[]>();
  const single: (readonly [string, string])[] = [];
  for (const { name, summary } of commands) {
    const [family = '', word] = name.split(' ');
    if (word === undefined) single.push([family, summary]);
    else families.set(family, [...(families.get(family) ?? []), [word, summary]]);
  }
  const alone = new Set(single.map(([word]) => word));
  const onlyFamilies = [...families].filter(([family]) => !alone.has(family));
  return {
    first: [
      ...single,
      ...onlyFamilies.map(([family, words]) => [family, `${words.map(([word]) => word).join(', ')}.`] as const),
    ],
    families: [...families],
    commands: commands.map(({ name, summary, options, operands }) => ({
      name,
      summary,
      options: [...Object.entries(options), HELP],
      operands: {
        words: operands.flatMap(({ choices = [] }) => choices),
        isFile: operands.some(({ completes }) => completes === 'files'),
      },
    })),
  };
}

export const valuesOf = ({ choices = [], completes }: Option): Completed => ({
  words: choices,
  isFile: completes === 'files',
});
