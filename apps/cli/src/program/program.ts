import { type Command, Help, type OutputConfiguration } from 'commander';
import { CliCommand } from '../command/cli-command.ts';
import type { DefinedCommand, Work } from '../command/command.ts';
import { version } from '../system/version.ts';

type Family = () => Promise<readonly DefinedCommand[]>;

/**
 * The commands by their first word, in the groups and the order of the help. A family is loaded when the user types its
 * name: loading all would take most of the time of a short command.
 */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Family>>>> = {
  'Start here': {
    login: async () => [(await import('../commands/account/login.ts')).login],
    logout: async () => [(await import('../commands/account/logout.ts')).logout],
    whoami: async () => [(await import('../commands/account/whoami.ts')).whoami],
    open: async () => [(await import('../commands/account/open.ts')).open],
  },
  'Rooms and files': {
    rooms: async () => {
      const { ROOM_COMMANDS } = await import('../commands/rooms/rooms.ts');
      return [...ROOM_COMMANDS, (await import('../commands/rooms/rooms-delete.ts')).roomsDelete];
    },
    put: async () => [(await import('../commands/files/put.ts')).put],
    get: async () => [(await import('../commands/files/get.ts')).get],
    ls: async () => [(await import('../commands/files/ls.ts')).ls],
    mv: async () => [(await import('../commands/files/mv.ts')).mv],
    relabel: async () => [(await import('../commands/files/relabel.ts')).relabel],
    rm: async () => [(await import('../commands/files/rm.ts')).rm],
    labels: async () => [(await import('../commands/rooms/labels.ts')).labels],
    receipts: async () => [(await import('../commands/rooms/receipt.ts')).receipts],
    receipt: async () => [(await import('../commands/rooms/receipt.ts')).receipt],
  },
  'Sharing and people': {
    share: async () => {
      const { shareList, shareRevoke } = await import('../commands/links/shares.ts');
      return [(await import('../commands/links/share.ts')).share, shareList, shareRevoke];
    },
    fetch: async () => [(await import('../commands/links/fetch.ts')).fetchLink],
    members: async () => (await import('../commands/rooms/members.ts')).MEMBER_COMMANDS,
    users: async () => (await import('../commands/people/users.ts')).USER_COMMANDS,
    invite: async () => [(await import('../commands/people/invite.ts')).invite],
    accept: async () => [(await import('../commands/people/accept.ts')).accept],
    deactivate: async () => [(await import('../commands/people/users.ts')).deactivate],
    reactivate: async () => [(await import('../commands/people/users.ts')).reactivate],
    units: async () => {
      const { UNIT_COMMANDS } = await import('../commands/people/units.ts');
      return [...UNIT_COMMANDS, ...(await import('../commands/people/unit-members.ts')).UNIT_MEMBER_COMMANDS];
    },
  },
  'Your account': {
    sessions: async () => (await import('../commands/account/sessions.ts')).SESSION_COMMANDS,
    devices: async () => (await import('../commands/account/devices.ts')).DEVICE_COMMANDS,
    tokens: async () => (await import('../commands/account/tokens.ts')).TOKEN_COMMANDS,
    keys: async () => [
      (await import('../commands/account/keys-use.ts')).keysUse,
      (await import('../commands/account/keys-login.ts')).keysLogin,
      (await import('../commands/operator/keys-unwrap.ts')).keysUnwrap,
      (await import('../commands/operator/keys-lost.ts')).keysLost,
    ],
    completion: async () => [(await import('../completion/command.ts')).completionOf(() => wholeProgram())],
  },
  Audit: {
    audit: async () => [
      ...(await import('../commands/audit/audit.ts')).AUDIT_COMMANDS,
      (await import('../commands/audit/verify.ts')).auditVerify,
      (await import('../commands/audit/proofs.ts')).auditProofs,
      (await import('../commands/audit/reconcile.ts')).auditReconcile,
      ...(await import('../commands/audit/log.ts')).LOG_COMMANDS,
      (await import('../commands/audit/key.ts')).auditKey,
      (await import('../commands/audit/erase.ts')).auditErase,
      (await import('../commands/audit/repair.ts')).auditRepair,
      (await import('../commands/audit/restart.ts')).auditRestart,
      (await import('../commands/audit/continue.ts')).auditContinue,
    ],
    explain: async () => [(await import('../commands/audit/explain.ts')).explain],
  },
  'For operators of a service': {
    doctor: async () => [(await import('../commands/operator/doctor.ts')).doctor],
    backup: async () => [(await import('../commands/operator/backup.ts')).backup],
    restore: async () => [(await import('../commands/operator/restore.ts')).restore],
    'owner-token': async () => [(await import('../commands/operator/owner-token.ts')).ownerToken],
    'grant-key': async () => [(await import('../commands/operator/grant-key.ts')).grantKey],
    upgrade: async () => [(await import('../commands/operator/upgrade.ts')).upgrade],
    clock: async () => [(await import('../commands/operator/clock.ts')).clock],
    limits: async () => [(await import('../commands/operator/limits.ts')).limits],
    settings: async () => [(await import('../commands/operator/settings.ts')).settings],
    'verify-web': async () => [(await import('../commands/operator/verify-web.ts')).verifyWeb],
  },
};

const FAMILIES: Readonly<Record<string, Family>> = Object.fromEntries(
  Object.values(GROUPS).flatMap((families) => Object.entries(families)),
);
/** Commands of a family that belong to another group. */
const GROUP_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(GROUPS).flatMap(([group, families]) => Object.keys(families).map((name) => [name, group])),
  ),
  'keys unwrap': 'For operators of a service',
  'keys lost': 'For operators of a service',
};

type Wiring = Readonly<{
  /** Receives the action of the command that was typed. */
  choose: (work: Work) => void;
  output: OutputConfiguration;
}>;

export const UNWIRED: Wiring = { choose: () => undefined, output: {} };

/** Whether a command line can begin with this word. */
export const isKnown = (word = '--help'): boolean => word.startsWith('-') || Object.hasOwn(FAMILIES, word);

/** The program with only the family of the first word; the other families have just their names, for suggestions. */
export const programFor = (word: string | undefined, wiring: Wiring): Promise<CliCommand> =>
  word === undefined || word === '--help' || word === '-h'
    ? wholeProgram(wiring)
    : programOf(wiring, async (name) => (name === word ? load(name, wiring) : new CliCommand(name)));

/** The program with every command. */
export const wholeProgram = (wiring = UNWIRED): Promise<CliCommand> => programOf(wiring, (name) => load(name, wiring));

async function programOf({ output }: Wiring, familyOf: (name: string) => Promise<CliCommand>): Promise<CliCommand> {
  const root = new CliCommand('strongroom')
    .usage('COMMAND [OPTIONS]')
    .version(version(), '-v, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print help about the command.')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput(output)
    .configureHelp({ visibleCommands: commandsBelow, subcommandTerm: pathOf, formatItem: itemOfHelp });
  for (const family of await Promise.all(Object.keys(FAMILIES).map(familyOf))) {
    root.addCommand(family.copyInheritedSettings(root));
    for (const command of family.commands) command.copyInheritedSettings(root);
  }
  for (const command of root.runnable) command.helpGroup(`${groupOf(command.path)}:`);
  return root;
}

const groupOf = (path: string): string => GROUP_OF[path] ?? GROUP_OF[path.split(' ')[0] ?? ''] ?? '';

/** A command of one word is the family itself. In a family that is not a command, `list` is the default. */
async function load(name: string, { choose }: Wiring): Promise<CliCommand> {
  const defined = (await FAMILIES[name]?.()) ?? [];
  const family = defined.find((one) => one.name === name)?.build(choose) ?? new CliCommand(name);
  for (const one of defined.filter((other) => other.name !== name))
    family.addCommand(one.build(choose), { isDefault: !family.isRunnable && one.name === `${name} list` });
  if (!family.isRunnable && defined.some((one) => one.name === `${name} list`))
    family.addHelpText('after', `\n\`strongroom ${name}\` alone is \`strongroom ${name} list\`, with its options.`);
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
