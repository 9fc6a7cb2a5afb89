import { allows, type Group } from '@strongroom/domain';
import { withoutScopes } from '../../kernel/sight.ts';
import type { AtLiveRoom } from '../../kernel/views.ts';

/**
 * The groups of a room that an answer about its members may name; undefined for a caller who is not a member. Members who are not
 * owners learn who is with them in a group, and of no other group.
 */
export function groupsNamed(at: AtLiveRoom, groups: readonly Group[]): readonly Group[] | undefined {
  const facts = withoutScopes(at);
  if (allows('group.see_all', facts)) return groups;
  const mine = at.membership?.groups ?? [];
  return allows('group.list', facts) ? groups.filter(({ id }) => mine.includes(id)) : undefined;
}
