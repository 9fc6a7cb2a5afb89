import { foldedName, type Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ago, number } from '../base/format.ts';
import { grownBy, type Source, useGrowing } from '../base/growing-list.ts';
import { may } from '../base/may.ts';
import { useMyself } from '../base/me.ts';
import { queries, useLabels } from '../base/queries.ts';
import { go, setQuery, useAddress } from '../base/router.tsx';
import { service } from '../base/service.ts';
import { newFiles } from '../base/visits.ts';
import { Classification } from '../design/classification.tsx';
import { Button, Field, Select } from '../design/controls.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { Icon } from '../design/icons.tsx';
import { Badge, Empty, Failure, Loading, PageHead } from '../design/text.tsx';

/** A person is in far fewer rooms. */
const MOST = 2000;

export const ROOMS: Source<Room> = {
  key: ['rooms'],
  read: async (cursor, signal) => {
    const after = cursor === undefined ? {} : { cursor };
    return grownBy(await service.rooms.list({ per_page: 100, ...after }, { signal }).page());
  },
};

/** The rooms of the caller, newest first: the first hundred at once, then all, at most 2 000. */
export function useRooms(): Readonly<{ data: readonly Room[] | undefined; error: unknown; isPending: boolean }> {
  const { data, error } = useGrowing(ROOMS, () => MOST);
  return { data: data?.items, error, isPending: data === undefined && error === null };
}

export function Rooms(): ReactNode {
  const me = useMyself();
  const rooms = useRooms();
  const { searchParams } = useAddress();
  const wanted = searchParams.get('find') ?? '';
  const isMaking = searchParams.get('new') !== null;
  const mayMake = may(me, 'room.create');
  const make = (
    <Button kind="primary" icon="plus" onPress={() => setQuery({ new: '1' }, false)}>
      New room
    </Button>
  );
  const shown = (rooms.data ?? []).filter(({ name }) => foldedName(name).includes(foldedName(wanted)));
  return (
    <>
      <PageHead title="Rooms">{mayMake && (rooms.data?.length ?? 0) > 0 && make}</PageHead>
      <Failure error={rooms.error} />
      {rooms.isPending && <Loading what="your rooms" />}
      {rooms.data?.length === 0 && (
        <Empty icon="room" title={mayMake ? 'Make your first room' : 'You are in no room yet'} action={mayMake && make}>
          A room holds the files of one deal or one matter, and the people who may see them. Files are encrypted in your
          browser before they leave it{mayMake ? '.' : '. An owner of a room can add you.'}
        </Empty>
      )}
      {(rooms.data?.length ?? 0) > 0 && (
        <>
          {(rooms.data?.length ?? 0) > 6 && (
            <Field
              label="Find a room"
              hideLabel
              placeholder="Find a room"
              type="search"
              value={wanted}
              onChange={(text) => setQuery({ find: text })}
            />
          )}
          <RoomList rooms={shown} />
        </>
      )}
      {isMaking && <NewRoom onClose={() => setQuery({ new: '' })} />}
    </>
  );
}

const RoomList = ({ rooms }: Readonly<{ rooms: readonly Room[] }>): ReactNode => (
  <table className="list" aria-label="Rooms">
    <thead>
      <tr>
        <th>Name</th>
        <th>Label</th>
        <th className="wide-only">Your role</th>
        <th className="number">Files</th>
        <th className="number wide-only">Members</th>
        <th className="wide-only">Made</th>
      </tr>
    </thead>
    <tbody>
      {rooms.map((room) => (
        <tr key={room.id}>
          <td>
            <div className="list-name">
              <Icon name={room.status === 'archived' ? 'archive' : 'room'} />
              <a className="name clamp" href={`/rooms/${room.id}`} title={room.name}>
                <bdi>{room.name}</bdi>
              </a>
              {room.status === 'archived' && <Badge>archived</Badge>}
              <NewSince room={room} />
            </div>
          </td>
          <td>
            <Classification label={room.classification} />
          </td>
          <td className="wide-only soft">{room.my_role}</td>
          <td className="number">{number(room.file_count)}</td>
          <td className="number wide-only">{number(room.member_count)}</td>
          <td className="wide-only soft short">{ago(room.created_at)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Files that came since the last visit with this browser. */
function NewSince({ room }: Readonly<{ room: Room }>): ReactNode {
  const fresh = newFiles(room) ?? 0;
  return fresh > 0 ? <Badge tone="accent">{number(fresh)} new</Badge> : null;
}

function NewRoom({ onClose }: Readonly<{ onClose: () => void }>): ReactNode {
  const labels = useLabels().data ?? [];
  const { effective_clearance: clearance } = useMyself();
  const highest = labels.findIndex(({ label }) => label === clearance);
  const allowed = labels.slice(0, highest + 1);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [chosen, setLabel] = useState('');
  const label = chosen || allowed[Math.min(1, allowed.length - 1)]?.label || '';
  const make = useMutation({
    mutationFn: () =>
      service.rooms.create({ name: name.trim(), description: description.trim(), classification: label }),
    onSuccess: async (room) => {
      go(`/rooms/${room.id}`, { replace: true });
      await queries.invalidateQueries({ queryKey: ['rooms'] });
    },
  });
  return (
    <FormDialog title="New room" action="Make the room" work={make} onClose={onClose}>
      <Field
        label="Name"
        value={name}
        onChange={setName}
        isRequired
        maxLength={200}
        autoFocus
        placeholder="Project Falcon"
      />
      <Field label="Description" value={description} onChange={setDescription} lines maxLength={2000} />
      <Select
        label="Label"
        value={label}
        onChange={setLabel}
        options={allowed.map((known) => ({ id: known.label, name: `${known.label} ${known.name}` }))}
        hint="Only people cleared for this label can see the room. Single files can have a higher one."
      />
    </FormDialog>
  );
}
