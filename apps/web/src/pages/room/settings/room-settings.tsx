import type { Room } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { formatDateTime, plural } from '../../../base/format.ts';
import { loadLater } from '../../../base/later.ts';
import { allowedOffers, may } from '../../../base/may.ts';
import { service } from '../../../base/service.ts';
import { useUnsaved } from '../../../base/unsaved.ts';
import { Classification } from '../../../design/classification.tsx';
import { Button, Field } from '../../../design/controls.tsx';
import { FieldForm } from '../../../design/field-form.tsx';
import { type PagePart, PageParts } from '../../../design/page-parts.tsx';
import { Failure, Loading } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { NewsMailsOfRoom } from '../../account/news-mails.tsx';
import { useNames } from '../../people-data.ts';
import { UNITS } from '../../rooms-data.ts';
import { refreshRoom } from '../base/room-files.ts';
import { changeArchived } from './archive-room.ts';
import { DestroyRoom } from './destroy-room.tsx';
import { ExportRoom } from './export-room.tsx';
import { RoomNumbering } from './room-numbering.tsx';
import { BinTerm, FolderMakers, Senders, Visibility } from './room-options.tsx';

const Webhooks = loadLater(() => import('../../systems/webhooks.tsx').then(({ Webhooks: it }) => it));

export function RoomSettings({ room }: Readonly<{ room: Room }>): ReactNode {
  const mayEdit = may(room, 'room.edit');
  const mayArchive = may(room, room.status === 'archived' ? 'room.unarchive' : 'room.archive');
  const mayHear = may(room, 'room.notifications.edit');
  const hasPrograms = may(room, 'webhook.room.list');
  const parts = allowedOffers<PagePart>([
    [
      true,
      {
        id: 'room',
        name: 'The room',
        note: 'What it is called, and what its label means for its members.',
        content: (
          <>
            {mayEdit && <Names room={room} />}
            <Facts room={room} />
          </>
        ),
      },
    ],
    [
      mayEdit,
      {
        id: 'sight',
        name: 'Who learns what',
        note: 'Whether members see each other, and what holders of links read.',
        content: (
          <>
            <Visibility room={room} />
            <Senders room={room} />
          </>
        ),
      },
    ],
    [
      mayEdit || may(room, 'room.export'),
      {
        id: 'files',
        holds: ['bin'],
        name: 'Folders and files',
        note: 'Who makes folders, numbers to quote, how long a deleted file can be restored, and a copy of everything.',
        content: (
          <>
            {mayEdit && <FolderMakers room={room} />}
            {mayEdit && <RoomNumbering room={room} />}
            {mayEdit && <BinTerm room={room} />}
            {may(room, 'room.export') && <ExportRoom room={room} />}
          </>
        ),
      },
    ],
    [
      mayHear || hasPrograms,
      {
        id: 'messages',
        name: 'Messages',
        note: 'Mails for you, and messages for programs, when something happens here.',
        content: (
          <>
            {mayHear && <NewsMailsOfRoom roomId={room.id} />}
            {hasPrograms && (
              <Suspense fallback={<Loading what="webhooks" rows={1} />}>
                <Webhooks roomId={room.id} canManage={may(room, 'webhook.room.manage')} />
              </Suspense>
            )}
          </>
        ),
      },
    ],
    [
      mayArchive || may(room, 'room.delete'),
      {
        id: 'end',
        name: 'The end',
        note: 'Archiving can be undone. Destroying cannot.',
        content: (
          <>
            {mayArchive && <Archive room={room} />}
            {may(room, 'room.delete') && <Destroy room={room} />}
          </>
        ),
      },
    ],
  ]);
  return <PageParts parts={parts} />;
}

function Names({ room }: Readonly<{ room: Room }>): ReactNode {
  const [name, setName] = useState(room.name);
  const [description, setDescription] = useState(room.description);
  const edit = useMutation({
    mutationFn: () => service.rooms.edit(room.id, { name, description }),
    onSuccess: () =>
      toast(
        description === room.description
          ? 'The name is saved.'
          : name === room.name
            ? 'The description is saved.'
            : 'Name and description are saved.',
      ),
    onSettled: () => refreshRoom(room.id),
  });
  const isChanged = name !== room.name || description !== room.description;
  useUnsaved(isChanged && !edit.isPending);
  return (
    <section className="card">
      <FieldForm onSend={edit.mutate}>
        <h2>Name and description</h2>
        <Failure error={edit.error} />
        <Field label="Name" value={name} onChange={setName} isRequired maxLength={200} />
        <Field label="Description" value={description} onChange={setDescription} lines maxLength={2000} />
        <div className="row">
          <Button type="submit" isBusy={edit.isPending} isDisabled={!isChanged}>
            Save
          </Button>
          {isChanged && <span className="soft">Not saved yet</span>}
        </div>
      </FieldForm>
    </section>
  );
}

function Facts({ room }: Readonly<{ room: Room }>): ReactNode {
  const unit = useQuery(UNITS).data?.find(({ id }) => id === room.org_unit_id);
  const nameOf = useNames();
  return (
    <section className="card form">
      <h2>Label and unit</h2>
      <dl className="facts">
        <dt>Label</dt>
        <dd>
          <Classification label={room.classification} /> Members with a lower clearance see nothing of the room. Each of
          its files has this label or a higher one, and is seen by members who are cleared for it.
          <div className="soft">
            A room keeps its label. For another one, make a room with it and add the files there.
          </div>
        </dd>
        {unit !== undefined && (
          <>
            <dt>Org unit</dt>
            <dd>
              {unit.name} <span className="soft">A room keeps its unit.</span>
            </dd>
          </>
        )}
        <dt>Made</dt>
        <dd>
          {formatDateTime(room.created_at)} by <bdi>{nameOf(room.created_by)}</bdi>
        </dd>
        {may(room, 'file.list') && (
          <>
            <dt>In it</dt>
            <dd>
              {plural(room.file_count, 'file')} that you see, {plural(room.member_count, 'member')}
            </dd>
          </>
        )}
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
    mutationFn: () => changeArchived(room, () => refreshRoom(room.id)),
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
  return (
    <section className="card form">
      <h2>Destroy</h2>
      <p className="soft">Deletes all files and destroys their keys. A receipt lists each of them.</p>
      <div>
        <Button kind="danger" icon="trash" onPress={() => setOpen(true)}>
          Destroy the room
        </Button>
      </div>
      {isOpen && <DestroyRoom room={room} onClose={() => setOpen(false)} />}
    </section>
  );
}
