import { decide, GroupId, type Target } from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { groupsOf } from '../../kernel/in-group.ts';
import type { InRoom } from '../../kernel/in-room.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refTo } from '../../store/collection.ts';
import { roomGroups } from '../../store/groups.ts';

/** The groups of a room that a new member comes into, as a request names them. */
export class GroupsToJoin {
  readonly refs: readonly Ref[];
  readonly #ids: readonly GroupId[];

  constructor({ ids }: Pick<Deps, 'ids'>, roomId: InRoom['room']['id'], sent: readonly string[]) {
    this.#ids = [...new Set(sent.map((id) => idOrRandom(GroupId, id, ids)))];
    this.refs = this.#ids.length === 0 ? [] : [refTo(roomGroups, roomId)];
  }

  /** Decides each as if the member were put into it later. Throws GROUP_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED. */
  permitted(uow: UnitOfWork, found: InRoom, target: Target): readonly GroupId[] {
    const roomId = found.room.id;
    for (const id of this.#ids) {
      const group = groupsOf(uow, roomId).groups.find((one) => one.id === id);
      permit(decide('group.members.add', { ...found, group: group && { ...group, roomId } }), target);
    }
    return this.#ids;
  }
}
