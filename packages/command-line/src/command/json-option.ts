import type { OptionDefinition, TypedArguments, World } from './command.ts';

/** The option of every command that prints a result. */
export const JSON_OPTION = { json: { text: 'Print JSON for machines.' } } as const satisfies Record<
  string,
  OptionDefinition
>;

/** The options of every command that prints a list. */
export const LIST_OPTIONS = {
  long: { text: 'Show ids, times and texts in full. A pipe always gets them in full.' },
  ...JSON_OPTION,
} as const satisfies Record<string, OptionDefinition>;

/** How to print the result. */
export const printOptionsOf = (given: TypedArguments<'json', never>, { terminal }: World) => ({
  terminal,
  isJson: given.flag('json'),
});

/** Whether a person reads a list who wants names in place of ids. */
export const showsNames = (given: TypedArguments<'json' | 'long', never>, { terminal }: World): boolean =>
  terminal.isTerminal && !given.flag('json') && !given.flag('long');

/** How to print a list. */
export const listOptionsOf = (given: TypedArguments<'json' | 'long', never>, world: World) => ({
  ...printOptionsOf(given, world),
  isLong: given.flag('long'),
});
