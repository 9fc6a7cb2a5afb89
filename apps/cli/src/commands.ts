import type { Command } from './command.ts';
import { backup } from './commands/backup.ts';
import { doctor } from './commands/doctor.ts';
import { keysUnwrap } from './commands/keys-unwrap.ts';
import { ownerToken } from './commands/owner-token.ts';
import { restore } from './commands/restore.ts';
import { settings } from './commands/settings.ts';

/** Everything the program can do, in the order of the help. */
export const COMMANDS: readonly Command[] = [doctor, backup, restore, ownerToken, settings, keysUnwrap];
