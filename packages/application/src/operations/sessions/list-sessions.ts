import type { Session } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { userTarget } from '../../kernel/targets.ts';
import { sessionList } from '../../steps/people/session-list.ts';

/** `isCurrent`: the session of this request. */
export type SessionSeen = Readonly<{ session: Session; isCurrent: boolean }>;

/** The caller's sessions that have not ended, newest first. Throws INSUFFICIENT_SCOPE, INVALID_CURSOR. */
export const listSessions =
  (deps: OperationDeps & Pick<Deps, 'lists'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<ListedPage<SessionSeen>> => {
    deps.lists.check('sessions', page);
    const { user } = await asCaller(deps, ctx, userTarget(ctx.credential.userId), {
      action: 'session.list',
      apply: (_, caller) => caller,
    });
    const { items, meta } = sessionList(deps, user, page);
    return { items: items.map((session) => ({ session, isCurrent: session.id === ctx.credential.id })), meta };
  };
