import type { BinnedFile, Room } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDateTime, plural } from '../../../base/format.ts';
import { allowedOffers, may } from '../../../base/may.ts';
import { useMyself } from '../../../base/me.ts';
import { service } from '../../../base/service.ts';
import { formatSize } from '../../../base/size.ts';
import { Classification } from '../../../design/classification.tsx';
import { Button } from '../../../design/controls.tsx';
import { FileName } from '../../../design/file-name.tsx';
import { Icon } from '../../../design/icons.tsx';
import { Menu, type MenuAction } from '../../../design/layers.tsx';
import { type ListFilter, ListPage } from '../../../design/list-page.tsx';
import type { Column } from '../../../design/table.tsx';
import { Empty } from '../../../design/text.tsx';
import { When } from '../../../design/when.tsx';
import { timeLeft } from '../../bin-words.ts';
import { useNames } from '../../people-data.ts';
import { kindOfFile } from '../../viewer/file-kind.ts';
import { compareNaturally } from '../base/folders.ts';
import { DestroyBinned } from './destroy-binned.tsx';
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
        {file.folder !== '' && (
          <div className="soft cut" title={file.folder}>
            in <bdi>{file.folder}</bdi>
          </div>
        )}
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
  {
    id: 'size',
    head: 'Size',
    isNumber: true,
    isShort: true,
    key: ({ size }) => size,
    cell: ({ size }) => formatSize(size),
  },
  { id: 'by', head: 'Deleted by', key: ({ by }) => by, cell: ({ by }) => <bdi>{by}</bdi> },
  {
    id: 'deleted',
    head: 'Deleted',
    isShort: true,
    key: ({ deleted_at: at }) => at,
    cell: ({ deleted_at: at }) => <When at={at} withTime />,
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

const sizeOf = (rows: readonly Row[]): string => formatSize(rows.reduce((sum, { size }) => sum + size, 0));

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
  const [destroyed, setDestroyed] = useState<Readonly<{ files: readonly Row[]; areAll?: true; done?: () => void }>>();
  const restore = useMutation({ mutationFn: (some: readonly Row[]) => restoreFiles(room.id, some) });
  const rows = files.data?.map((file) => ({ ...file, by: nameOf(file.deleted_by) }));
  const me = useMyself();
  const mayEmpty = may(room, 'bin.empty');
  // Nothing of an archived room can be destroyed, but its owners see all.
  const seesAll = mayEmpty || rows?.some(({ deleted_by: id }) => id !== me.id) === true;
  return (
    <>
      <div className="row intro">
        <p className="soft grow">
          Deleted files can be restored for {plural(room.bin_days, 'day')}.{' '}
          {seesAll ? 'Members see those that they deleted.' : 'You see those that you deleted; owners see all.'}{' '}
          Afterwards their keys are destroyed.
        </p>
        {mayEmpty && rows !== undefined && rows.length > 0 && (
          <Button icon="trash" onPress={() => setDestroyed({ files: rows, areAll: true })}>
            Empty the bin
          </Button>
        )}
      </div>
      <ListPage
        label="Bin"
        noun={['deleted file', 'deleted files']}
        rows={rows}
        error={files.error ?? restore.error}
        find="Find a deleted file"
        idOf={({ id }) => id}
        textOf={({ name, folder, by }) => `${name} ${folder} ${by}`}
        columns={seesAll ? COLUMNS : COLUMNS.filter(({ id }) => id !== 'by')}
        filters={filtersOf(rows ?? [])}
        order="-deleted"
        note={rows !== undefined && <span className="soft">{sizeOf(rows)} in all</span>}
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
                  run: () => setDestroyed({ files: [file] }),
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
      {destroyed !== undefined && <DestroyBinned room={room} {...destroyed} onClose={() => setDestroyed(undefined)} />}
    </>
  );
}
