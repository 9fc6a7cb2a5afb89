import type { Group, Member } from '@strongroom/client';

export const isInGroup = ({ groups = [] }: Member, { id }: Pick<Group, 'id'>): boolean =>
  groups.some((group) => group.id === id);
