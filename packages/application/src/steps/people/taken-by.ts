import type { Instant, OwnerTaken, User } from '@strongroom/domain';

/** The caller as the one who takes an owner from rooms. */
export const takenBy = ({ id: userId, role }: Pick<User, 'id' | 'role'>, at: Instant): OwnerTaken => ({
  userId,
  at,
  ...(role === 'owner' && { isOrgOwner: true }),
});
