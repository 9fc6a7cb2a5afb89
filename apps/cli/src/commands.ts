import type { Command } from './command.ts';
import { keysUse } from './commands/account/keys-use.ts';
import { login } from './commands/account/login.ts';
import { logout } from './commands/account/logout.ts';
import { TOKEN_COMMANDS } from './commands/account/tokens.ts';
import { whoami } from './commands/account/whoami.ts';
import { AUDIT_COMMANDS } from './commands/audit/audit.ts';
import { explain } from './commands/audit/explain.ts';
import { backup } from './commands/backup.ts';
import { completionOf } from './commands/completion.ts';
import { doctor } from './commands/doctor.ts';
import { get } from './commands/files/get.ts';
import { ls } from './commands/files/ls.ts';
import { put } from './commands/files/put.ts';
import { rm } from './commands/files/rm.ts';
import { keysLost } from './commands/keys-lost.ts';
import { keysUnwrap } from './commands/keys-unwrap.ts';
import { fetchLink } from './commands/links/fetch.ts';
import { share } from './commands/links/share.ts';
import { shareList, shareRevoke } from './commands/links/shares.ts';
import { ownerToken } from './commands/owner-token.ts';
import { accept } from './commands/people/accept.ts';
import { invite } from './commands/people/invite.ts';
import { UNIT_MEMBER_COMMANDS } from './commands/people/unit-members.ts';
import { UNIT_COMMANDS } from './commands/people/units.ts';
import { USER_COMMANDS } from './commands/people/users.ts';
import { restore } from './commands/restore.ts';
import { MEMBER_COMMANDS } from './commands/rooms/members.ts';
import { receipt } from './commands/rooms/receipt.ts';
import { ROOM_COMMANDS } from './commands/rooms/rooms.ts';
import { roomsDelete } from './commands/rooms/rooms-delete.ts';
import { settings } from './commands/settings.ts';

/** Everything the program can do, in the order of the help: what people need, then what operators need. */
export const COMMANDS: readonly Command[] = [
  login,
  logout,
  whoami,
  ...ROOM_COMMANDS,
  roomsDelete,
  receipt,
  ...MEMBER_COMMANDS,
  put,
  get,
  ls,
  rm,
  share,
  shareList,
  shareRevoke,
  fetchLink,
  ...USER_COMMANDS,
  invite,
  accept,
  ...UNIT_COMMANDS,
  ...UNIT_MEMBER_COMMANDS,
  ...TOKEN_COMMANDS,
  ...AUDIT_COMMANDS,
  explain,
  keysUse,
  keysUnwrap,
  completionOf(() => COMMANDS),
  doctor,
  backup,
  restore,
  keysLost,
  ownerToken,
  settings,
];
