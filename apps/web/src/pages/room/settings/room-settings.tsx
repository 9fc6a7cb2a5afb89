import type { Room } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { formatDateTime, plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { loadLater } from '../../../base/later.ts';
import { may } from '../../../base/may.ts';
import { queries, useLabels } from '../../../base/queries.ts';
import { goTo } from '../../../base/router.tsx';
import { service } from '../../../base/service.ts';
import { Button, Check, Field } from '../../../design/controls.tsx';
import { FieldForm } from '../../../design/field-form.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Failure } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { NewsMailsOfRoom } from '../../account/news-mails.tsx';
import { UNITS } from '../../new-room.tsx';
import { refreshRoom } from '../base/room-files.ts';
import { ExportRoom } from './export-room.tsx';
import { RoomNumbering } from './room-numbering.tsx';
import { BinTerm, Senders, Visibility } from './room-options.tsx';

const Webhooks = loadLater(() => import('../../systems/webhooks.tsx').then(({ Webhooks: it }) => it));

export function RoomSettings({ room }: Readonly<{ room: Room }>): ReactNode {
  return (
    <>
      {may(room, 'room.edit') && <Names room={room} />}
      {may(room, 'room.edit') && <Visibility room={room} />}
      {may(room, 'room.edit') && <Senders room={room} />}
      {may(room, 'room.edit') && <RoomNumbering room={room} />}
      {may(room, 'room.edit') && <BinTerm room={room} />}
      <Facts room={room} />
      {may(room, 'room.notifications.edit') && <NewsMailsOfRoom roomId={room.id} />}
      {may(room, 'webhook.room.list') && (
        <Suspense fallback={null}>
          <Webhooks roomId={room.id} canManage={may(room, 'webhook.room.manage')} />
        </Suspense>
      )}
      {may(room, 'room.export') && <ExportRoom room={room} />}
      {may(room, room.status === 'archived' ? 'room.unarchive' : 'room.archive') && <Archive room={room} />}
      {may(room, 'room.delete') && <Destroy room={room} />}
    </>
  );
}

function Names({ room }: Readonly<{ room: Room }>): ReactNode {
  const [name, setName] = useState(room.name);
  const [description, setDescription] = useState(room.description);
  const edit = useMutation({
    mutationFn: () => service.rooms.edit(room.id, { name, description }),
    onSuccess: () => toast('Saved.'),
    onSettled: () => refreshRoom(room.id),
  });
  return (
    <section className="card">
      <FieldForm onSend={edit.mutate}>
        <h2>Name and description</h2>
        <Failure error={edit.error} />
        <Field label="Name" value={name} onChange={setName} isRequired maxLength={200} />
        <Field label="Description" value={description} onChange={setDescription} lines maxLength={2000} />
        <div>
          <Button type="submit" isBusy={edit.isPending}>
            Save
          </Button>
        </div>
      </FieldForm>
    </section>
  );
}

function Facts({ room }: Readonly<{ room: Room }>): ReactNode {
  const labels = useLabels().data ?? [];
  const unit = useQuery(UNITS).data?.find(({ id }) => id === room.org_unit_id);
  return (
    <section className="card form">
      <h2>Label and unit</h2>
      <dl className="facts">
        <dt>This room</dt>
        <dd>
          {room.classification} {labels.find(({ label }) => label === room.classification)?.name}: members with a lower
          clearance see nothing of it
        </dd>
        <dt />
        <dd className="soft">A room keeps its label. For another one, make a room with it and add the files there.</dd>
        <dt>Its files</dt>
        <dd>have the label of the room or a higher one; a member sees those up to their clearance</dd>
        {unit !== undefined && (
          <>
            <dt>Org unit</dt>
            <dd>
              {unit.name} <span className="soft">A room keeps its unit.</span>
            </dd>
          </>
        )}
        <dt>Made</dt>
        <dd>{formatDateTime(room.created_at)}</dd>
        {room.archived_at !== null && (
          <>
            <dt>Archived</dt>
            <dd>{formatDateTime(room.archived_at)}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Archive({ room }: Readonly<{ room: Room }>): ReactNode {
  const isArchived = room.status === 'archived';
  const archive = useMutation({
    mutationFn: () => (isArchived ? service.rooms.unarchive(room.id) : service.rooms.archive(room.id)),
    onSuccess: () => toast(isArchived ? 'The room can be changed again.' : 'The room can only be read now.'),
    onSettled: () => refreshRoom(room.id),
  });
  return (
    <section className="card form">
      <h2>{isArchived ? 'Bring back' : 'Archive'}</h2>
      <p className="soft">
        {isArchived
          ? 'Members can read this room. Bring it back to add files and people again.'
          : 'Members can go on reading, and links go on working. Nothing can be added or deleted until you bring it back.'}
      </p>
      <Failure error={archive.error} />
      <div>
        <Button icon="archive" onPress={() => archive.mutate()} isBusy={archive.isPending}>
          {isArchived ? 'Bring the room back' : 'Archive the room'}
        </Button>
      </div>
    </section>
  );
}

function Destroy({ room }: Readonly<{ room: Room }>): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [areKept, setKept] = useState(false);
  const destroy = useMutation({
    mutationFn: () => service.rooms.delete(room.id, { keep_names: areKept ? 'true' : 'false' }),
    onSuccess: async ({ receipt_id: receipt }) => {
      queries.removeQueries({ queryKey: ['room', room.id] });
      goTo(`/receipts/${receipt}`, { replace: true });
      await queries.invalidateQueries({ queryKey: ['rooms'] });
    },
  });
  return (
    <section className="card form">
      <h2>Destroy</h2>
      <p className="soft">Deletes all files and destroys their keys. A receipt lists each of them.</p>
      <div>
        <Button icon="trash" onPress={() => setOpen(true)}>
          Destroy the room
        </Button>
      </div>
      {isOpen && (
        <FormDialog
          title={isolateNames`Destroy ${room.name}?`}
          action="Destroy for good"
          kind="danger"
          work={destroy}
          isDisabled={typed !== room.name}
          isAlert
          isWide
          onClose={() => setOpen(false)}
        >
          <ul className="consequences">
            <li>
              {plural(room.file_count, 'file')} that you see, and those above your clearance, cannot be read by anyone
              any more, not even from a backup without its keys.
            </li>
            <li>{plural(room.member_count, 'member loses', 'members lose')} the room at once.</li>
            <li>All links into it end.</li>
            <li>Its activity stays in the log. Nobody can undo this.</li>
          </ul>
          {may(room, 'room.export') && (
            <Check isSelected={areKept} onChange={setKept}>
              Keep the names of the files in the receipt. Those who may read it see the names up to their clearance.
            </Check>
          )}
          <Field
            label={`Type the name of the room: ${room.name}`}
            value={typed}
            onChange={setTyped}
            autoFocus
            autoComplete="off"
          />
        </FormDialog>
      )}
    </section>
  );
}
