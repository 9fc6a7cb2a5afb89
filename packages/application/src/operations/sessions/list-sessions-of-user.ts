import { decide, type Session, type UserId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { sessionList } from '../../steps/people/session-list.ts';

type ListSessionsOfUserInput = PageRequest & Readonly<{ userId: UserId }>;

/** `ip` is null for callers who may not read addresses of others in the audit log either. */
export type SessionOfUser = Readonly<{ session: Session; ip: string | null }>;

/**
 * The sessions of a user that have not ended, newest first, for themselves and administrators. Throws USER_NOT_FOUND,
 * INSUFFICIENT_SCOPE, INSUFFICIENT_ROLE, INVALID_CURSOR.
 */
export const listSessionsOfUser =
  (deps: UserDeps & Pick<Deps, 'lists'>) =>
  async (ctx: SignedIn, { userId, ...page }: ListSessionsOfUserInput): Promise<ListedPage<SessionOfUser>> => {
    deps.lists.check('sessions', page);
    const found = await onUser(deps, ctx, userId, { action: 'session.oversee', apply: (_, seen) => seen });
    const isOneself = userId === ctx.credential.userId;
    const seesAddresses = isOneself || decide('audit.read', found).effect === 'allow';
    const { items, meta } = sessionList(deps, found.target, page);
    return {
      items: items.map((session) => ({ session, ip: seesAddresses ? (session.startedBy?.ip ?? '') : null })),
      meta,
    };
  };
