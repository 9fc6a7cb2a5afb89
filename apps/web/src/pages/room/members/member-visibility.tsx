import type { Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { may } from '../../../base/may.ts';
import { service } from '../../../base/service.ts';
import { Button, Select } from '../../../design/controls.tsx';
import { Failure } from '../../../design/text.tsx';
import { toastWithUndo } from '../../../design/undo.ts';
import { refreshRoom } from '../base/room-files.ts';

const VISIBILITIES = [
  {
    id: 'everyone',
    name: 'Everyone sees all members',
    sentence: 'Members of this room see each other.',
  },
  {
    id: 'groups',
    name: 'Owners, and members of the same group',
    note: 'For a team of each bidder, in a group of its own',
    sentence: 'Members who are not owners see only themselves, the owners and those of their groups.',
  },
  {
    id: 'owners',
    name: 'Only owners do',
    note: 'For bidders who must not know of each other',
    sentence: 'Members who are not owners see only themselves and the owners.',
  },
] as const;

type Sight = Room['member_visibility'];

const sentenceOf = (sight: Sight): string => VISIBILITIES.find(({ id }) => id === sight)?.sentence ?? '';

async function changeSight({ id }: Room, sight: Sight): Promise<void> {
  try {
    await service.rooms.edit(id, { member_visibility: sight });
  } finally {
    await refreshRoom(id);
  }
}

async function chooseSight(room: Room, next: Sight): Promise<void> {
  const { member_count: members, member_visibility: before } = room;
  await changeSight(room, next);
  toastWithUndo(`Saved for ${plural(members, 'person', 'people')}. ${sentenceOf(next)}`, async () => {
    await changeSight(room, before);
    return `As before. ${sentenceOf(before)}`;
  });
}

/** A choice of who sees the members of a room, in force at once. */
export function VisibilitySelect({ room }: Readonly<{ room: Room }>): ReactNode {
  const edit = useMutation({
    mutationFn: (next: Sight) => chooseSight(room, next),
  });
  return (
    <>
      <Failure error={edit.error} />
      <Select
        label="Members of this room"
        hint="A choice is saved at once."
        value={room.member_visibility}
        options={VISIBILITIES}
        onChange={(next) => edit.mutate(VISIBILITIES.find(({ id }) => id === next)?.id ?? 'owners')}
      />
    </>
  );
}

/** Says who sees whom in a room, and lets those change it who may. */
export function WhoSeesWhom({ room }: Readonly<{ room: Room }>): ReactNode {
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <div className="soft">
        {sentenceOf(room.member_visibility)}{' '}
        {may(room, 'room.edit') && !isChanging && (
          <Button kind="link" label="Change who sees whom" onPress={() => setChanging(true)}>
            Change
          </Button>
        )}
      </div>
      {isChanging && <VisibilitySelect room={room} />}
    </>
  );
}
