import { Email, newUser, type User, type UserId } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';

/** A user unknown to the caller, for decisions about users in general. */
export const someUser = ({ ids, clock }: Pick<Deps, 'ids' | 'clock'>): User => ({
  ...newUser({ id: ids.uuid<UserId>(), email: Email.parse('user@example.invalid'), role: 'member', at: clock.now() }),
  status: 'active',
});
