import { type Command, Help, type OutputConfiguration } from 'commander';
import { CliCommand } from '../command/cli-command.ts';
import type { CommandWork, DefinedCommand, World } from '../command/command.ts';
import type { CommandFailure } from '../errors/failure.ts';

type Family = () => Promise<readonly DefinedCommand[]>;

/** Commands by their first word, in the groups and the order of the help. A family is loaded when the user types its name. */
export type CommandGroups = Readonly<Record<string, Readonly<Record<string, Family>>>>;

/** Another program, and the paths of its commands. */
export type RelatedProgram = Readonly<{ name: string; commands: readonly string[] }>;

/** A program of many commands. */
export type ProgramDefinition = Readonly<{
  name: string;
  version: () => string;
  groups: CommandGroups;
  /** The other program of the same product, for words that were typed after the wrong name. */
  sister?: () => Promise<RelatedProgram>;
  /** Loads what turns an error into a sentence and an exit code. */
  failureOf: () => Promise<(error: unknown) => CommandFailure>;
  /** The words that a shell offers beyond those of the commands, one a line. */
  complete?: (words: readonly string[], world: World, program: CliCommand) => Promise<string>;
}>;

type Wiring = Readonly<{
  /** Receives the action of the command that was typed. */
  choose: (work: CommandWork) => void;
  output: OutputConfiguration;
}>;

export const NO_WIRING: Wiring = { choose: () => undefined, output: {} };

export const familiesOf = ({ groups }: ProgramDefinition): Readonly<Record<string, Family>> =>
  Object.fromEntries(Object.values(groups).flatMap((families) => Object.entries(families)));

/** Whether a command line can begin with this word. */
export const isKnown = (definition: ProgramDefinition, word = '--help'): boolean =>
  word.startsWith('-') || Object.hasOwn(familiesOf(definition), word);

/** The program with only the family of the first word; the other families have just their names, for suggestions. */
export const programFor = (
  definition: ProgramDefinition,
  word: string | undefined,
  wiring: Wiring,
): Promise<CliCommand> =>
  word === undefined || word === '--help' || word === '-h'
    ? programOf(definition, wiring)
    : withFamilies(definition, wiring, async (name) =>
        name === word ? load(definition, name, wiring) : new CliCommand(name),
      );

/** The program with every command. */
export const programOf = (definition: ProgramDefinition, wiring = NO_WIRING): Promise<CliCommand> =>
  withFamilies(definition, wiring, (name) => load(definition, name, wiring));

async function withFamilies(
  definition: ProgramDefinition,
  { output }: Wiring,
  familyOf: (name: string) => Promise<CliCommand>,
): Promise<CliCommand> {
  const root = new CliCommand(definition.name)
    .usage('COMMAND [OPTIONS]')
    .version(definition.version(), '-v, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print help about the command.')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput(output)
    .configureHelp({ visibleCommands: commandsBelow, subcommandTerm: pathOf, formatItem: itemOfHelp });
  for (const family of await Promise.all(Object.keys(familiesOf(definition)).map(familyOf))) {
    root.addCommand(family.copyInheritedSettings(root));
    for (const command of family.commands) command.copyInheritedSettings(root);
  }
  for (const command of root.runnable) command.helpGroup(`${groupOf(definition, command.path)}:`);
  return root;
}

function groupOf({ groups }: ProgramDefinition, path: string): string {
  const [family = ''] = path.split(' ');
  return Object.entries(groups).find(([, families]) => Object.hasOwn(families, family))?.[0] ?? '';
}

/** A command of one word is the family itself. In a family that is not a command, `list` is the default. */
async function load(definition: ProgramDefinition, name: string, { choose }: Wiring): Promise<CliCommand> {
  const defined = (await familiesOf(definition)[name]?.()) ?? [];
  const family = defined.find((one) => one.name === name)?.build(choose) ?? new CliCommand(name);
  for (const one of defined.filter((other) => other.name !== name))
    family.addCommand(one.build(choose), { isDefault: !family.isRunnable && one.name === `${name} list` });
  if (!family.isRunnable && defined.some((one) => one.name === `${name} list`))
    family.addHelpText(
      'after',
      `\n\`${definition.name} ${name}\` alone is \`${definition.name} ${name} list\`, with its options.`,
    );
  return family;
}

/** All commands below, without the families that contain them. */
function commandsBelow(command: Command): Command[] {
  const below = command instanceof CliCommand ? command.runnable.filter((other) => other !== command) : [];
  return below.length > 0 ? below : [...command.commands];
}

const STANDARD = new Help();
const INDENT = '      ';

/** On a narrow terminal the text of a long option begins on a line of its own: commander would not wrap it there. */
function itemOfHelp(this: Help, term: string, termWidth: number, text: string, helper: Help): string {
  const width = helper.helpWidth ?? 80;
  if (text === '' || width - termWidth >= STANDARD.minWidthToWrap + 4)
    return STANDARD.formatItem.call(helper, term, termWidth, text, helper);
  return `  ${term}\n${INDENT}${helper.boxWrap(text, width - INDENT.length).replaceAll('\n', `\n${INDENT}`)}`;
}

const pathOf = (command: Command): string => (command instanceof CliCommand ? command.path : command.name());
