import type { Given, OptionDefinition, World } from './command.ts';

/** The option of every command that prints a result. */
export const JSON_OPTION = { json: { text: 'Print JSON for machines.' } } as const satisfies Record<
  string,
  OptionDefinition
>;

/** How to print the result. */
export const howOf = (given: Given<'json', never>, { terminal }: World) => ({ terminal, isJson: given.flag('json') });
