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

type All = Readonly<{ group: Pick<Group, 'id'>; isAllTicked: boolean }>;

/** The changes that tick all of some members, or none of them where all are ticked. */
export function toggledAll(
  changed: ReadonlySet<string>,
  found: readonly Member[],
  { group, isAllTicked }: All,
): ReadonlySet<string> {
  const next = new Set(changed);
  for (const member of found)
    if (isInGroup(member, group) === isAllTicked) next.add(member.user_id);
    else next.delete(member.user_id);
  return next;
}
