import type { Member, Room } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatEnd, formatToMinute } from '../../base/format.ts';
import { useMyself } from '../../base/me.ts';
import { service } from '../../base/service.ts';
import { useNames } from '../people-data.ts';
import { roomRole } from '../room-roles.ts';

/** Members that are looked through: no list finds one person. */
const MOST = 1000;

/** The own membership, which every member sees; null where it is not among the first members. */
async function ownMembership(roomId: string, me: string, signal: AbortSignal): Promise<Member | null> {
  let read = 0;
  for await (const member of service.members.list(roomId, { per_page: 100 }, { signal })) {
    if (member.user_id === me) return member;
    if (++read >= MOST) break;
  }
  return null;
}

/** The beginning of the news of a room for a new member: by whom and when they were added, as what and until when. */
export function AddedBy({ room }: Readonly<{ room: Room }>): ReactNode {
  const me = useMyself().id;
  const nameOf = useNames();
  const { data: member } = useQuery({
    queryKey: ['own-membership', room.id],
    queryFn: ({ signal }) => ownMembership(room.id, me, signal),
    staleTime: 60_000,
  });
  const { added_by: by = me, created_at: at, expires_at: end, role } = member ?? {};
  if (at === undefined || role === undefined) return null;
  const as = roomRole(role)?.one;
  return (
    <li>
      {by === me ? 'You joined' : <bdi>{nameOf(by)}</bdi>}
      {by !== me && ' added you'} on <time dateTime={at}>{formatToMinute(at)}</time>
      {as !== undefined && `, as ${as}`}
      {end !== undefined && end !== null && `, until ${formatEnd(end)}`}.
    </li>
  );
}
