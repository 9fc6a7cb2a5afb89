import {
  type CliCommand,
  type CommandGroups,
  completionOf,
  type ProgramDefinition,
  programOf,
} from '@strongroom/command-line';
import { build } from '../system/version.ts';

/**
 * The commands by their first word, in the groups and the order of the help. A family is loaded when the user types its
 * name: loading all would take most of the time of a short command.
 */
const GROUPS: CommandGroups = {
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
    export: async () => [(await import('../commands/files/export.ts')).exportRoom],
    ls: async () => [(await import('../commands/files/ls.ts')).ls],
    mkdir: async () => [(await import('../commands/files/mkdir.ts')).mkdir],
    mv: async () => [(await import('../commands/files/mv.ts')).mv],
    restrict: async () => [(await import('../commands/files/restrict.ts')).restrict],
    rmdir: async () => [(await import('../commands/files/rmdir.ts')).rmdir],
    relabel: async () => [(await import('../commands/files/relabel.ts')).relabel],
    rm: async () => [(await import('../commands/files/rm.ts')).rm],
    versions: async () => (await import('../commands/files/versions.ts')).VERSION_COMMANDS,
    bin: async () => (await import('../commands/files/bin.ts')).BIN_COMMANDS,
    labels: async () => [(await import('../commands/rooms/labels.ts')).labels],
    receipts: async () => [(await import('../commands/rooms/receipt.ts')).receipts],
    receipt: async () => [(await import('../commands/rooms/receipt.ts')).receipt],
  },
  'Sharing and people': {
    share: async () => {
      const { shareList, shareRevoke } = await import('../commands/links/shares.ts');
      const { shareChange } = await import('../commands/links/change.ts');
      const { shareShow } = await import('../commands/links/share-show.ts');
      return [(await import('../commands/links/share.ts')).share, shareList, shareShow, shareChange, shareRevoke];
    },
    fetch: async () => [(await import('../commands/links/fetch.ts')).fetchLink],
    request: async () => (await import('../commands/links/request.ts')).REQUEST_COMMANDS,
    send: async () => [(await import('../commands/links/send.ts')).send],
    inbox: async () => (await import('../commands/files/inbox.ts')).INBOX_COMMANDS,
    members: async () => (await import('../commands/rooms/members.ts')).MEMBER_COMMANDS,
    groups: async () => (await import('../commands/rooms/groups.ts')).GROUP_COMMANDS,
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
    notifications: async () => [(await import('../commands/account/notifications.ts')).notifications],
    keys: async () => [
      (await import('../commands/account/keys-use.ts')).keysUse,
      (await import('../commands/account/keys-login.ts')).keysLogin,
    ],
    completion: async () => [completionOf('strongroom', wholeProgram)],
  },
  Audit: {
    audit: async () => [
      ...(await import('../commands/audit/audit.ts')).AUDIT_COMMANDS,
      (await import('../commands/audit/tail.ts')).auditTail,
      (await import('../commands/audit/verify.ts')).auditVerify,
      (await import('../commands/audit/proofs.ts')).auditProofs,
      (await import('../commands/audit/reconcile.ts')).auditReconcile,
      ...(await import('../commands/audit/log.ts')).LOG_COMMANDS,
      (await import('../commands/audit/key.ts')).auditKey,
    ],
    webhooks: async () => (await import('../commands/webhooks/webhooks.ts')).WEBHOOK_COMMANDS,
    'verify-web': async () => [(await import('../commands/audit/verify-web.ts')).verifyWeb],
    explain: async () => [(await import('../commands/audit/explain.ts')).explain],
  },
};

export const PROGRAM: ProgramDefinition = {
  name: 'strongroom',
  version: build,
  groups: GROUPS,
  sister: async () => ({
    name: 'strongroom-admin',
    commands: (await import('@strongroom/command-line/commands')).ADMIN_COMMANDS,
  }),
  // Loaded with the client library, which a command without a call does not need.
  failureOf: async () => (await import('../errors/failure.ts')).failureOf,
  complete: async (...typed) => (await import('../completion/candidates.ts')).printCandidates(...typed),
};

/** The program with every command. */
export const wholeProgram = (): Promise<CliCommand> => programOf(PROGRAM);
