import type { OverseenRoom, Room } from '@strongroom/client';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { service } from '../../../base/service.ts';
import { toastWithUndo } from '../../../design/undo.ts';

type Named = Pick<Room | OverseenRoom, 'id' | 'name' | 'status' | 'member_count'>;

const change = ({ id, status }: Pick<Named, 'id' | 'status'>): Promise<Room> =>
  status === 'archived' ? service.rooms.unarchive(id) : service.rooms.archive(id);

const said = ({ name, status, member_count: members }: Named): string =>
  status === 'archived'
    ? isolateNames`${name} is archived: ${plural(members, 'member')} can only read it now.`
    : isolateNames`${name} can be changed again, by ${plural(members, 'member')} as their roles allow.`;

/** Archives a room or brings it back, and offers to take that back. `changed` reads again what shows it. */
export async function changeArchived(room: Named, changed: () => Promise<unknown>): Promise<void> {
  const { status } = await change(room);
  const next = { ...room, status };
  toastWithUndo(said(next), async () => {
    try {
      await change(next);
      return said(room);
    } finally {
      await changed();
    }
  });
}
