import type { Classification, Member, Person, Room } from '@strongroom/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLabels } from '../base/queries.ts';
import { service } from '../base/service.ts';
import { usePeople } from './people-data.ts';
import { roomRole } from './room-roles.ts';

/** The members of a room, as far as the caller sees them; nothing is asked without a room. */
export const membersQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['members', roomId],
    queryFn: ({ signal }) => service.members.list(roomId, { per_page: 100, may: 'true' }, { signal }).all(),
    staleTime: 30_000,
  });

export const useMembers = (roomId: string | undefined) =>
  useQuery({
    ...membersQuery(roomId ?? ''),
    staleTime: 0,
    enabled: roomId !== undefined,
    // Others add and remove people too.
    refetchInterval: 30_000,
  });

export type Sight = Readonly<{
  member: Member;
  name: string;
  /** Undefined where the caller may not see it. */
  clearance: string | undefined;
  /** Whether they have not accepted their invitation. */
  isInvited: boolean;
}>;

/** The name of a member: an unnamed one by their address, or by their part in the room where the caller does not see it. */
export const nameOfMember = ({ name, role }: Member, person: Person | undefined): string =>
  name || person?.email || (roomRole(role)?.decides === true ? 'an owner of the room' : 'an invited person');

/** The members of a room that the caller sees, with their clearance. */
export function useSight(roomId: string): readonly Sight[] | undefined {
  const members = useMembers(roomId).data;
  const people = usePeople().data;
  if (members === undefined || people === undefined) return undefined;
  const known = new Map(people.map((user) => [user.id, user]));
  return members.map((member) => {
    const user = known.get(member.user_id);
    return {
      member,
      name: nameOfMember(member, user),
      clearance: user?.effective_clearance,
      isInvited: user?.status === 'invited',
    };
  });
}

export const rankIn = (labels: readonly Classification[], label: string): number =>
  labels.findIndex((known) => known.label === label);

/** The effective label of a file: the higher one of its own and that of its room. */
export function useEffective(room: Room): (label: string) => number {
  const labels = useLabels().data ?? [];
  return (label) => Math.max(rankIn(labels, label), rankIn(labels, room.classification));
}
