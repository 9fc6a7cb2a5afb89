import { MINUTE, plus, type User } from '@strongroom/domain';
import type { Clock } from '@strongroom/ports';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';

/** After this time every request that used one of the tokens has ended and recorded its use. */
const SLOWEST_REQUEST = MINUTE;

/** Schedules the deletion of `last_used_at` records of tokens that no longer exist. */
export function forgetUses(clock: Pick<Clock, 'now'>, uow: UnitOfWork, before: User, after: User): void {
  const kept = new Set<string>(after.tokens.map(({ id }) => id));
  const tokenIds = before.tokens.map(({ id }) => id).filter((id) => !kept.has(id));
  if (tokenIds.length > 0)
    uow.schedule({ kind: 'forget-tokens', data: { tokenIds }, dueAt: plus(clock.now(), SLOWEST_REQUEST) });
}
