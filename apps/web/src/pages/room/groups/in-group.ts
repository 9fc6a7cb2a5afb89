import type { Group, Member } from '@strongroom/client';
import { may } from '../../../base/may.ts';

export const isInGroup = ({ groups = [] }: Member, { id }: Pick<Group, 'id'>): boolean =>
  groups.some((group) => group.id === id);

/** The groups that some of the members are in and that the caller may take people out of. */
export const groupsToLeave = <G extends Pick<Group, 'id' | 'may'>>(
  groups: readonly G[],
  members: readonly Member[],
): readonly G[] =>
  groups.filter((group) => may(group, 'group.members.remove') && members.some((member) => isInGroup(member, group)));
