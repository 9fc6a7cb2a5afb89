import type { Command } from './command.ts';

type Loaded = readonly Command[];

/**
 * The commands by their first word. Each is loaded when it is typed: most of the time that a short command takes would
 * otherwise go into loading the others.
 */
const FAMILIES: Readonly<Record<string, () => Promise<Loaded>>> = {
  login: async () => [(await import('./commands/account/login.ts')).login],
  logout: async () => [(await import('./commands/account/logout.ts')).logout],
  whoami: async () => [(await import('./commands/account/whoami.ts')).whoami],
  rooms: async () => {
    const { ROOM_COMMANDS } = await import('./commands/rooms/rooms.ts');
    return [...ROOM_COMMANDS, (await import('./commands/rooms/rooms-delete.ts')).roomsDelete];
  },
  receipt: async () => [(await import('./commands/rooms/receipt.ts')).receipt],
  members: async () => (await import('./commands/rooms/members.ts')).MEMBER_COMMANDS,
  put: async () => [(await import('./commands/files/put.ts')).put],
  get: async () => [(await import('./commands/files/get.ts')).get],
  ls: async () => [(await import('./commands/files/ls.ts')).ls],
  rm: async () => [(await import('./commands/files/rm.ts')).rm],
  share: async () => {
    const { shareList, shareRevoke } = await import('./commands/links/shares.ts');
    return [(await import('./commands/links/share.ts')).share, shareList, shareRevoke];
  },
  fetch: async () => [(await import('./commands/links/fetch.ts')).fetchLink],
  users: async () => (await import('./commands/people/users.ts')).USER_COMMANDS,
  deactivate: async () => [(await import('./commands/people/users.ts')).deactivate],
  reactivate: async () => [(await import('./commands/people/users.ts')).reactivate],
  invite: async () => [(await import('./commands/people/invite.ts')).invite],
  accept: async () => [(await import('./commands/people/accept.ts')).accept],
  units: async () => {
    const { UNIT_COMMANDS } = await import('./commands/people/units.ts');
    return [...UNIT_COMMANDS, ...(await import('./commands/people/unit-members.ts')).UNIT_MEMBER_COMMANDS];
  },
  tokens: async () => (await import('./commands/account/tokens.ts')).TOKEN_COMMANDS,
  audit: async () => (await import('./commands/audit/audit.ts')).AUDIT_COMMANDS,
  explain: async () => [(await import('./commands/audit/explain.ts')).explain],
  keys: async () => [
    (await import('./commands/account/keys-use.ts')).keysUse,
    (await import('./commands/keys-unwrap.ts')).keysUnwrap,
    (await import('./commands/keys-lost.ts')).keysLost,
  ],
  completion: async () => [(await import('./commands/completion.ts')).completionOf(allCommands)],
  doctor: async () => [(await import('./commands/doctor.ts')).doctor],
  backup: async () => [(await import('./commands/backup.ts')).backup],
  restore: async () => [(await import('./commands/restore.ts')).restore],
  'owner-token': async () => [(await import('./commands/owner-token.ts')).ownerToken],
  settings: async () => [(await import('./commands/settings.ts')).settings],
};

/** The commands that begin with a word; none where it is no command's. Only what they need is loaded. */
export const commandsOf = async (word: string): Promise<Loaded> =>
  Object.hasOwn(FAMILIES, word) ? ((await FAMILIES[word]?.()) ?? []) : [];

/** Everything the program can do, in the order of the help: what people need, then what operators need. */
export const allCommands = async (): Promise<Loaded> =>
  (await Promise.all(Object.values(FAMILIES).map((load) => load()))).flat();
