import type { BinnedFile, Room } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDateTime, plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { allowedOffers, may } from '../../../base/may.ts';
import { queries } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { Classification } from '../../../design/classification.tsx';
import { Button } from '../../../design/controls.tsx';
import { FileName } from '../../../design/file-name.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Icon } from '../../../design/icons.tsx';
import { Menu, type MenuAction } from '../../../design/layers.tsx';
import { type ListFilter, ListPage } from '../../../design/list-page.tsx';
import type { Column } from '../../../design/table.tsx';
import { Empty } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { When } from '../../../design/when.tsx';
import { timeLeft } from '../../bin-words.ts';
import { useNames } from '../../people-data.ts';
import { kindOfFile } from '../../viewer/file-kind.ts';
import { compareNaturally } from '../base/folders.ts';
import { readFilesAgain } from '../base/room-files.ts';
import { restoreFiles } from './restore-files.ts';

type Row = BinnedFile & Readonly<{ by: string }>;

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    head: 'Name',
    key: ({ name }) => name,
    cell: (file) => (
      <>
        <div className="list-name">
          <Icon name={kindOfFile(file)} />
          <FileName name={file.name} />
        </div>
        {file.folder !== '' && <div className="soft cut">in {file.folder}</div>}
      </>
    ),
  },
  {
    id: 'label',
    head: 'Label',
    isShort: true,
    key: ({ classification }) => classification,
    cell: ({ classification }) => <Classification label={classification} isShort />,
  },
  { id: 'by', head: 'Deleted by', isExtra: true, key: ({ by }) => by, cell: ({ by }) => by },
  {
    id: 'deleted',
    head: 'Deleted',
    isShort: true,
    key: ({ deleted_at: at }) => at,
    cell: ({ deleted_at: at }) => <When at={at} />,
  },
  {
    id: 'left',
    head: 'Destroyed in',
    isShort: true,
    key: ({ destroyed_at: at }) => at,
    cell: ({ destroyed_at: at }) => (
      <time dateTime={at} title={formatDateTime(at)}>
        {timeLeft(at, Date.now())}
        <span className="narrow-only-inline"> left</span>
      </time>
    ),
  },
];

/** By the person who deleted a file, where several did. */
function filtersOf(rows: readonly Row[]): readonly ListFilter<Row>[] {
  const people = new Map(rows.map(({ deleted_by: id, by }) => [id, by]));
  if (people.size < 2) return [];
  return [
    {
      id: 'by',
      label: 'Deleted by',
      any: 'Deleted by anyone',
      options: [...people]
        .map(([id, name]) => ({ id, name }))
        .toSorted((one, other) => compareNaturally(one.name, other.name)),
      fits: (row, id) => row.deleted_by === id,
    },
  ];
}

/** The deleted files of a room that can be restored. */
export function Bin({ room }: Readonly<{ room: Room }>): ReactNode {
  const files = useQuery({
    queryKey: ['bin', room.id],
    queryFn: () => service.bin.list(room.id, { per_page: 100, may: 'true' }).all(),
  });
  const nameOf = useNames();
  const [destroyed, setDestroyed] = useState<Readonly<{ files: readonly Row[]; done: () => void }>>();
  const restore = useMutation({ mutationFn: (some: readonly Row[]) => restoreFiles(room.id, some) });
  const rows = files.data?.map((file) => ({ ...file, by: nameOf(file.deleted_by) }));
  const isOwner = may(room, 'bin.empty');
  return (
    <>
      <p className="soft">
        Deleted files can be restored for {plural(room.bin_days, 'day')}.{' '}
        {isOwner ? 'Members see those that they deleted.' : 'You see those that you deleted; owners see all.'}{' '}
        Afterwards their keys are destroyed.
      </p>
      <ListPage
        label="Bin"
        noun={['deleted file', 'deleted files']}
        rows={rows}
        error={files.error ?? restore.error}
        find="Find a deleted file"
        idOf={({ id }) => id}
        textOf={({ name, folder, by }) => `${name} ${folder} ${by}`}
        columns={COLUMNS}
        filters={filtersOf(rows ?? [])}
        order="-deleted"
        actions={(file) => (
          <Menu
            label={`Actions for ${file.name}`}
            actions={allowedOffers<MenuAction>([
              [
                may(file, 'file.restore'),
                { id: 'restore', name: 'Restore', icon: 'retry', run: () => restore.mutate([file]) },
              ],
              [
                may(file, 'bin.destroy'),
                {
                  id: 'destroy',
                  name: 'Destroy now',
                  icon: 'trash',
                  isDanger: true,
                  run: () => setDestroyed({ files: [file], done: () => undefined }),
                },
              ],
            ])}
          />
        )}
        bulk={(chosen, done) => (
          <>
            {chosen.every((file) => may(file, 'file.restore')) && (
              <Button
                kind="primary"
                icon="retry"
                isBusy={restore.isPending}
                onPress={() => restore.mutate(chosen, { onSuccess: done })}
              >
                Restore
              </Button>
            )}
            {chosen.every((file) => may(file, 'bin.destroy')) && (
              <Button icon="trash" onPress={() => setDestroyed({ files: chosen, done })}>
                Destroy now
              </Button>
            )}
          </>
        )}
        empty={
          <Empty icon="trash" title="The bin is empty">
            A file that is deleted in this room comes here first. Restored, it is back in its folder with its label and
            its content; its links stay ended, also those to several files.
          </Empty>
        }
      />
      {destroyed !== undefined && <DestroyNow room={room} {...destroyed} onClose={() => setDestroyed(undefined)} />}
    </>
  );
}

type DestroyProps = Readonly<{ room: Room; files: readonly Row[]; done: () => void; onClose: () => void }>;

const NAMED = 5;

function DestroyNow({ room, files, done, onClose }: DestroyProps): ReactNode {
  const work = useMutation({
    mutationFn: async () => {
      for (const { id } of files) await service.bin.destroy(room.id, id);
    },
    onSuccess: () => {
      toast(
        files.length === 1 ? `${files[0]?.name ?? ''} is destroyed.` : `${plural(files.length, 'file')} destroyed.`,
      );
      done();
      onClose();
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['bin', room.id] });
      await readFilesAgain(room.id);
    },
  });
  const [first] = files;
  return (
    <FormDialog
      title={
        files.length === 1 && first
          ? isolateNames`Destroy ${first.name} now?`
          : `Destroy ${plural(files.length, 'file')} now?`
      }
      action="Destroy for good"
      kind="danger"
      work={work}
      isAlert
      onClose={onClose}
    >
      {files.length > 1 && (
        <ul className="consequences">
          {files.slice(0, NAMED).map(({ id, name }) => (
            <li key={id}>
              <bdi>{name}</bdi>
            </li>
          ))}
          {files.length > NAMED && <li>and {plural(files.length - NAMED, 'more file')}</li>}
        </ul>
      )}
      <p>
        {files.length === 1 ? 'Its key is' : 'Their keys are'} erased at once, and not even a backup of the service
        brings {files.length === 1 ? 'it' : 'them'} back.
      </p>
    </FormDialog>
  );
}
