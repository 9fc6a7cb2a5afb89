import type { Group } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { service } from '../../../base/service.ts';
import { compareNaturally } from './folders.ts';

/** The groups of a room that the caller sees, by name. */
export const useGroups = (roomId: string, isEnabled = true) =>
  useQuery({
    enabled: isEnabled,
    queryKey: ['groups', roomId],
    queryFn: async () => (await service.groups.list(roomId, { per_page: 100, may: 'true' }).all()).toSorted(byName),
    refetchInterval: 30_000,
  });

const byName = (one: Group, other: Group): number => compareNaturally(one.name, other.name);
