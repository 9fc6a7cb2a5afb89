import { foldedName, type OverseenRoom } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { date, number, plural } from '../base/format.ts';
import { may } from '../base/may.ts';
import { useMyself } from '../base/me.ts';
import { queries } from '../base/queries.ts';
import { setQuery, useAddress } from '../base/router.tsx';
import { service } from '../base/service.ts';
import { Classification } from '../design/classification.tsx';
import { Button, Field, Select } from '../design/controls.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { Badge, Empty, Failure, Loading, Notice, PageHead } from '../design/text.tsx';
import { toast } from '../design/toasts.tsx';
import { isWhole, useNames, usePeople } from './people-data.ts';

const SHOWN = 500;
const STATES = [
  { id: 'all', name: 'All rooms' },
  { id: 'orphaned', name: 'Without an owner' },
  { id: 'archived', name: 'Archived' },
];

/** Rooms without their files, for those who oversee. Each look is recorded. */
export function Oversight(): ReactNode {
  const { searchParams } = useAddress();
  const [find, state] = [searchParams.get('find') ?? '', searchParams.get('state') ?? 'all'];
  const rooms = useQuery({
    queryKey: ['overseen'],
    queryFn: () => service.rooms.overseen({ per_page: 100, may: 'true' }).all(),
  });
  const nameOf = useNames();
  const [adopted, setAdopted] = useState<OverseenRoom>();
  const orphans = (rooms.data ?? []).filter(({ orphaned }) => orphaned).length;
  const shown = (rooms.data ?? []).filter(
    ({ name, orphaned, status }) =>
      foldedName(name).includes(foldedName(find)) &&
      (state === 'orphaned' ? orphaned : state === 'archived' ? status === 'archived' : true),
  );
  return (
    <>
      <PageHead title="All rooms" />
      <p className="soft">
        You see that these rooms exist, up to your clearance, and neither their files nor their keys. The log records
        that you looked.
      </p>
      {orphans > 0 && state !== 'orphaned' && (
        <Notice tone="warn">
          <a href="/oversight?state=orphaned">{plural(orphans, 'room')} without an owner</a>: nobody can add people to
          them or destroy them until an owner is named.
        </Notice>
      )}
      <div className="row">
        <Field
          label="Find a room"
          hideLabel
          placeholder="Find by name"
          type="search"
          value={find}
          onChange={(text) => setQuery({ find: text })}
        />
        <Select
          label="Which"
          hideLabel
          value={state}
          options={STATES}
          onChange={(next) => setQuery({ state: next === 'all' ? '' : next })}
        />
      </div>
      <Failure error={rooms.error} />
      {rooms.isPending && <Loading what="the rooms" rows={8} />}
      {rooms.isSuccess && shown.length === 0 && (
        <Empty icon="room" title={state === 'orphaned' ? 'Every room has an owner' : 'No such room'}>
          {state === 'orphaned'
            ? 'A room loses its last owner when that person is deactivated.'
            : 'Rooms above your clearance are not listed.'}
        </Empty>
      )}
      {shown.length > 0 && (
        <table className="list" aria-label="All rooms">
          <thead>
            <tr>
              <th>Name</th>
              <th>Label</th>
              <th className="number wide-only">Members</th>
              <th className="wide-only">Made</th>
              <th>
                <span className="hidden-visually">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, SHOWN).map((room) => (
              <tr key={room.id}>
                <td>
                  <div className="row">
                    <a className="name clamp" href={`/rooms/${room.id}`} title={room.name}>
                      <bdi>{room.name}</bdi>
                    </a>
                    {room.orphaned && <Badge tone="danger">no owner</Badge>}
                    {room.status === 'archived' && <Badge>archived</Badge>}
                  </div>
                </td>
                <td>
                  <Classification label={room.classification} isShort />
                </td>
                <td className="number wide-only">{number(room.member_count)}</td>
                <td className="wide-only soft made">
                  <div className="short">{date(room.created_at)}</div>
                  <div className="cut" title={nameOf(room.created_by)}>
                    by {nameOf(room.created_by)}
                  </div>
                </td>
                <td className="actions">
                  {room.orphaned && may(room, 'room.members.add') && (
                    <Button onPress={() => setAdopted(room)}>Name an owner</Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {adopted !== undefined && <NameOwner room={adopted} onClose={() => setAdopted(undefined)} />}
    </>
  );
}

function NameOwner({ room, onClose }: Readonly<{ room: OverseenRoom; onClose: () => void }>): ReactNode {
  const me = useMyself();
  const people = (usePeople().data ?? [])
    .filter(isWhole)
    .filter(({ status, external }) => status === 'active' && !external);
  const [chosen, setChosen] = useState(me.id);
  const adopt = useMutation({
    mutationFn: () => service.members.add(room.id, { user_id: chosen, role: 'owner' }),
    onSuccess: async () => {
      toast(`${room.name} has an owner again.`);
      onClose();
      await queries.invalidateQueries({ queryKey: ['overseen'] });
    },
  });
  return (
    <FormDialog title={`Name an owner of ${room.name}`} action="Name them" work={adopt} onClose={onClose}>
      <Select
        label="Owner"
        value={chosen}
        onChange={setChosen}
        options={people.map(({ id, name, email }) => ({ id, name: name || email }))}
        hint="They see all files up to their clearance, and decide who else is in the room."
      />
      <Notice>
        A person who removed an owner of this room in the last 30 days cannot name one, an owner of the organisation
        excepted. The log names you and the new owner.
      </Notice>
    </FormDialog>
  );
}
