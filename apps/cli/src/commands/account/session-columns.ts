import type { SessionOfUser } from '@strongroom/client';
import type { Column } from '@strongroom/command-line';

/** Columns of every session. */
export const SESSION_COLUMNS: readonly Column<SessionOfUser>[] = [
  ['id', ({ id }) => id],
  ['since', ({ created_at: at }) => at],
  ['until', ({ expires_at: at }) => at],
  ['address', ({ ip }) => ip],
  ['program', ({ user_agent: program }) => program],
];
