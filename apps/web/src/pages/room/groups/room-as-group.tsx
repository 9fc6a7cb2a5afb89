import type { Group, Room, File as RoomFile } from '@strongroom/client';
import type { ReactNode } from 'react';
import { useLabels } from '../../../base/queries.ts';
import { rankIn, useEffective, useSight } from '../../sight.ts';
import { isInGroup } from './in-group.ts';
import { RoomAs } from './room-as.tsx';

type Props = Readonly<{ room: Room; group: Group }>;

/** The room as a group sees it. Files are marked that its members are not cleared for, where the caller knows their clearance. */
export function RoomAsGroup({ room, group }: Props): ReactNode {
  const noteOf = useClearanceNote({ room, group });
  return (
    <RoomAs room={room} viewAs={{ as_group: group.id }} back="Back to the groups" noteOf={noteOf}>
      The room as a viewer sees it who is in <strong>{group.name}</strong> and in no other group: all files of the
      folders that it sees, up to your clearance. A person also needs clearance for each file.
    </RoomAs>
  );
}

/** Says of a file for how many members of the group it is too high. */
function useClearanceNote({ room, group }: Props): (file: RoomFile) => string | undefined {
  const labels = useLabels().data ?? [];
  const effective = useEffective(room);
  const members = (useSight(room.id) ?? []).filter(({ member }) => isInGroup(member, group));
  const clearances = members.flatMap(({ clearance }) => (clearance === undefined ? [] : [rankIn(labels, clearance)]));
  return (file) => {
    const needed = effective(file.classification);
    const below = clearances.filter((rank) => rank < needed).length;
    if (below === 0 || clearances.length < members.length) return undefined;
    return below === members.length ? 'above their clearance' : `above the clearance of ${below} of ${members.length}`;
  };
}
