import type { Session, User } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { livingSessions } from './living-sessions.ts';

const NEWEST_FIRST = { id: (session: Session) => session.id, order: (session: Session) => 0 - session.createdAt };

/** A page of the sessions of a user that have not ended, newest first. Throws INVALID_CURSOR. */
export const sessionList = (deps: Pick<Deps, 'clock' | 'lists'>, user: User, page: PageRequest): ListedPage<Session> =>
  deps.lists.cut(`sessions:${user.id}`, livingSessions(deps, user), NEWEST_FIRST, page);
