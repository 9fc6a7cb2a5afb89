import { isSessionOver, type Session } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { userTarget } from '../../kernel/targets.ts';

/** `isCurrent`: the session of this request. */
export type SessionSeen = Readonly<{ session: Session; isCurrent: boolean }>;

const NEWEST_FIRST = { id: (session: Session) => session.id, order: (session: Session) => 0 - session.createdAt };

/** The caller's sessions that have not ended, newest first. Throws INSUFFICIENT_SCOPE, INVALID_CURSOR. */
export const listSessions =
  (deps: OperationDeps & Pick<Deps, 'lists'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<Listed<SessionSeen>> => {
    deps.lists.check('sessions', page);
    const { user } = await asCaller(deps, ctx, userTarget(ctx.credential.userId), {
      action: 'session.list',
      apply: (_, caller) => caller,
    });
    const living = user.sessions.filter((session) => !isSessionOver(session, deps.clock.now()));
    const { items, meta } = deps.lists.cut(`sessions:${user.id}`, living, NEWEST_FIRST, page);
    return { items: items.map((session) => ({ session, isCurrent: session.id === ctx.credential.id })), meta };
  };
