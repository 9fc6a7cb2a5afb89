import { MINUTE, plus, type User } from '@strongroom/domain';
import type { Clock } from '@strongroom/ports';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';

/** By then every request is over that was let in with one of the tokens, and has noted its use. */
const SLOWEST_REQUEST = MINUTE;

/** Has forgotten, a while later, when tokens were used that the user had before and has no more. */
export function forgetUses(clock: Pick<Clock, 'now'>, uow: UnitOfWork, before: User, after: User): void {
  const kept = new Set<string>(after.tokens.map(({ id }) => id));
  const tokenIds = before.tokens.map(({ id }) => id).filter((id) => !kept.has(id));
  if (tokenIds.length > 0)
    uow.schedule({ kind: 'forget-tokens', data: { tokenIds }, dueAt: plus(clock.now(), SLOWEST_REQUEST) });
}
