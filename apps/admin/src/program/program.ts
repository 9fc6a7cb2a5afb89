import {
  type CliCommand,
  type CommandGroups,
  completionOf,
  formatFailure,
  type ProgramDefinition,
  programOf,
} from '@strongroom/command-line';
import { build } from '../system/version.ts';

/** The commands by their first word, in the groups and the order of the help. A family is loaded when the user types its name. */
const GROUPS: CommandGroups = {
  'A service': {
    init: async () => [(await import('../commands/operator/init.ts')).init],
    doctor: async () => [(await import('../commands/operator/doctor.ts')).doctor],
    check: async () => [(await import('../commands/operator/check.ts')).check],
    settings: async () => [(await import('../commands/operator/settings.ts')).settings],
    limits: async () => [(await import('../commands/operator/limits.ts')).limits],
    clock: async () => [(await import('../commands/operator/clock.ts')).clock],
    upgrade: async () => [(await import('../commands/operator/upgrade.ts')).upgrade],
    completion: async () => [completionOf('strongroom-admin', wholeProgram)],
  },
  Backups: {
    backup: async () => [(await import('../commands/operator/backup.ts')).backup],
    restore: async () => [(await import('../commands/operator/restore.ts')).restore],
  },
  'Keys and tokens': {
    'owner-token': async () => [(await import('../commands/operator/owner-token.ts')).ownerToken],
    'grant-key': async () => [(await import('../commands/operator/grant-key.ts')).grantKey],
    keys: async () => [
      (await import('../commands/operator/keys-unwrap.ts')).keysUnwrap,
      (await import('../commands/operator/keys-lost.ts')).keysLost,
    ],
  },
  'Adapters of your own': {
    adapter: async () => [(await import('../commands/adapter/new.ts')).adapterNew],
  },
  'Audit log': {
    audit: async () => [
      (await import('../commands/audit/key.ts')).auditKey,
      (await import('../commands/audit/erase.ts')).auditErase,
      (await import('../commands/audit/repair.ts')).auditRepair,
      (await import('../commands/audit/restart.ts')).auditRestart,
      (await import('../commands/audit/continue.ts')).auditContinue,
    ],
  },
};

export const PROGRAM: ProgramDefinition = {
  name: 'strongroom-admin',
  version: build,
  groups: GROUPS,
  sister: async () => ({
    name: 'strongroom',
    commands: (await import('@strongroom/command-line/commands')).MEMBER_COMMANDS,
  }),
  failureOf: async () => formatFailure,
};

/** The program with every command. */
export const wholeProgram = (): Promise<CliCommand> => programOf(PROGRAM);
