import type { Group, Member } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { compareNaturally } from '../base/folders.ts';

/** The groups of a room that the caller sees, by name. */
export const useGroups = (roomId: string, isEnabled = true) =>
  useQuery({
    enabled: isEnabled,
    queryKey: ['groups', roomId],
    queryFn: async () => (await service.groups.list(roomId, { per_page: 100, may: 'true' }).all()).toSorted(byName),
    refetchInterval: 30_000,
  });

const byName = (one: Group, other: Group): number => compareNaturally(one.name, other.name);

export const isInGroup = ({ groups = [] }: Member, { id }: Pick<Group, 'id'>): boolean =>
  groups.some((group) => group.id === id);

/** After a group or a restriction was changed: members see other folders and files. */
export const refreshAfterGroupChange = (roomId: string): Promise<unknown> =>
  Promise.all(
    ['groups', 'members', 'folders', 'files', 'room'].map((name) =>
      queries.invalidateQueries({ queryKey: [name, roomId] }),
    ),
  );
