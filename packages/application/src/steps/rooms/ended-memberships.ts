import { hasEnded, type Instant, type Label, type Membership, type User } from '@strongroom/domain';
import type { Position } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';
import { everyListed } from '../../store/every-listed.ts';
import { endsOfUser, membershipId, memberships } from '../../store/rooms.ts';

/**
 * Memberships of a user in rooms of these labels that have ended, and that lists of the store still hold. Nearly always
 * none.
 */
export async function endedMemberships(
  { documents }: Pick<Deps, 'documents'>,
  user: User,
  { labels, now }: Readonly<{ labels: readonly Label[]; now: Instant }>,
): Promise<readonly Membership[]> {
  const ended: Membership[] = [];
  for await (const one of everyListed(documents, memberships, [endsOfUser(user.id)]))
    if (one.epoch === user.epoch && labels.includes(one.roomLabel) && hasEnded(one, now)) ended.push(one);
  return ended;
}

/** Place of a membership in lists of the store. */
export const positionOfEnd = ({
  roomId,
  userId,
  roomCreatedAt,
}: Pick<Membership, 'roomId' | 'userId' | 'roomCreatedAt'>): Position => ({
  position: roomCreatedAt,
  id: membershipId(roomId, userId),
});
