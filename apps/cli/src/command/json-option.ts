import type { Given, OptionDefinition, World } from './command.ts';

/** The option that every command has which prints something. */
export const JSON_OPTION = { json: { text: 'Print JSON for machines.' } } as const satisfies Record<
  string,
  OptionDefinition
>;

/** How the answer is to be printed. */
export const howOf = (given: Given<'json', never>, { terminal }: World) => ({ terminal, isJson: given.flag('json') });
