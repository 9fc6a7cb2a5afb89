import { DAY, isForgotten, plus, type UserId } from '@strongroom/domain';
import { type Position, Unavailable } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';
import { SYSTEM } from '../kernel/audit-entry.ts';
import type { Deps } from '../kernel/deps.ts';
import { removeInvitedUser } from '../steps/people/removal.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { invitedUsers, users } from '../store/users.ts';
import type { SweepDeps } from './sweep-uploads.ts';

const AT_ONCE = 100;

type InvitedDeps = Pick<Deps, 'documents' | 'clock' | 'secrets' | 'mailLimits' | 'runner' | 'log' | 'invitedKeepDays'> &
  Pick<SweepDeps, 'intact'>;

/**
 * Removes one slice of the users who never accepted, from `after` on, and returns where the next slice begins; undefined at the
 * end. Several processes may sweep at the same time. Call it only while the clock agrees with a second one.
 */
export async function sweepInvited(deps: InvitedDeps, after?: Position): Promise<Position | undefined> {
  const { invitedKeepDays } = deps;
  if (invitedKeepDays === undefined) return undefined;
  const keepMs = invitedKeepDays * DAY;
  const now = deps.clock.now();
  const found = await deps.intact.list(
    users.name,
    { anyOf: [invitedUsers], until: plus(now, 1 - keepMs) },
    { limit: AT_ONCE, order: 'oldest', ...(after === undefined ? {} : { after }) },
  );
  for (const document of found) {
    const user = stateOf(users, document);
    if (!isForgotten(user, keepMs, now)) continue;
    // A user who cannot be removed must not stop the removal of the others.
    await forget(deps, user.id, keepMs).catch((error: unknown) => {
      if (error instanceof Unavailable) throw error;
      logError(deps.log, 'warn', 'a user who never accepted could not be removed', error, { target: user.id });
    });
  }
  return found.length < AT_ONCE ? undefined : found.at(-1);
}

async function forget(deps: InvitedDeps, userId: UserId, keepMs: number): Promise<void> {
  const { loadMore, remove, finish } = removeInvitedUser(deps, userId);
  await deps.runner.run({
    author: SYSTEM,
    refs: [refTo(users, userId)],
    serializeOn: userId,
    loadMore,
    apply: (uow) => {
      const user = uow.find(users, userId);
      if (user !== undefined && isForgotten(user, keepMs, deps.clock.now())) remove(uow, user);
    },
  });
  await finish();
}
