import { type Folder, type Room, type File as RoomFile, StrongroomError } from '@strongroom/client';
import { type ReactNode, useMemo, useState } from 'react';
import { formatNumber, plural } from '../../../base/format.ts';
import { type ListSource, toGrownList, useGrowing } from '../../../base/growing-list.ts';
import { addressWith, setQuery, useAddress } from '../../../base/router.tsx';
import { service } from '../../../base/service.ts';
import { formatSize } from '../../../base/size.ts';
import { NO_TICKS } from '../../../base/ticks.ts';
import { Classification } from '../../../design/classification.tsx';
import { Button } from '../../../design/controls.tsx';
import { Icon } from '../../../design/icons.tsx';
import { type Column, Table } from '../../../design/table.tsx';
import { Badge, Failure, Loading } from '../../../design/text.tsx';
import { useRowKeys } from '../../../design/use-row-keys.ts';
import { When } from '../../../design/when.tsx';
import { kindOfFile } from '../../viewer/file-kind.ts';
import { ViewerBanner } from '../../viewer/viewer-banner.ts';
import { folderAt, folderTree, type Folder as RoomFolder } from '../base/folders.ts';
import { IndexNumber } from '../base/index-number.tsx';
import { Opened } from '../base/opened.tsx';
import { Trail } from '../file-list/folder-trail.tsx';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';

/** In whose place one looks: the parameters of the lists. */
export type ViewAs = Readonly<{ as_group: string } | { as_member: string }>;
const idOf = (viewAs: ViewAs): string => ('as_group' in viewAs ? viewAs.as_group : viewAs.as_member);

type Place = Readonly<{ room: Room; viewAs: ViewAs }>;
type Props = Place &
  Readonly<{ back: string; actions?: ReactNode; children: ReactNode; noteOf?: (file: RoomFile) => string | undefined }>;

const STEP = 100;
/** Files before the last one that is read, from which on more are. */
const NEAR = 20;

/** The lists as another sees them. */
const foldersAs = ({ room, viewAs }: Place): ListSource<Folder> => ({
  key: ['folders', room.id, 'as', idOf(viewAs)],
  read: async (cursor, signal) => {
    const query = { ...viewAs, per_page: STEP, ...(cursor !== undefined && { cursor }) };
    return toGrownList(await service.files.folders(room.id, query, { signal }).page());
  },
});

/** The files of a folder; of the whole room without one. */
export const filesAs = ({ room, viewAs }: Place, folder?: string): ListSource<RoomFile> => ({
  key: ['files', room.id, 'as', idOf(viewAs), ...(folder === undefined ? [] : [folder])],
  read: async (cursor, signal) => {
    const part = folder === undefined ? {} : { folder, recursive: 'false' as const, sort: 'name' as const };
    const query = { ...viewAs, ...part, per_page: STEP, ...(cursor !== undefined && { cursor }) };
    return toGrownList(await service.files.list(room.id, query, { signal }).page());
  },
});

/** The room as another sees it: folders, files and counts as the service answers them, to read only. */
export function RoomAs({ room, viewAs, back, actions, children, noteOf }: Props): ReactNode {
  const { searchParams } = useAddress();
  const open = searchParams.get('folder') ?? '';
  const file = searchParams.get('file');
  const [wanted, setWanted] = useState({ open, count: STEP });
  const place = { room, viewAs };
  const folders = useGrowing(foldersAs(place), () => MAX_FOLDERS);
  const files = useGrowing(filesAs(place, open), () => (wanted.open === open ? wanted.count : STEP));
  const root = useMemo(() => folderTree(folders.data?.items ?? []), [folders.data]);
  const inner = folderAt(root, open)?.folders ?? [];
  const error = folders.error ?? files.error;
  const isRead = folders.data !== undefined && files.data !== undefined;
  const items = files.data?.items ?? [];
  const total = files.data?.total ?? 0;
  const more = total - items.length;
  const rows = [...inner.map(folderRow), ...items.map(fileRow)];
  const keys = useRowKeys({ rows, idOf: ({ id }) => id, ticks: NO_TICKS, onTicks: undefined });
  const bannerWith = (deeds: ReactNode): ReactNode => (
    <div className="as-banner row">
      <Icon name="eye" />
      <p className="grow">{children} Nothing can be changed here; a file that you open is recorded as opened by you.</p>
      {deeds}
      <Button onPress={() => setQuery({ as: '', folder: '', file: '' }, false)}>{back}</Button>
    </div>
  );
  return (
    <ViewerBanner value={bannerWith(undefined)}>
      {bannerWith(actions)}
      <Trail room={room.name} root={root} folder={open} />
      {isHiddenFrom(error) ? <p>They do not see this room at all.</p> : <Failure error={error} />}
      {!isRead && error === null && <Loading what="the folders and files" rows={6} />}
      {isRead && (
        <>
          <p className="soft" role="status">
            {plural(root.count, 'file')} in the room, {plural(total, 'file')} here.
          </p>
          <Table label="Folders and files" columns={columnsOf(noteOf)} rows={rows} idOf={({ id }) => id} {...keys} />
          {inner.length === 0 && items.length === 0 && <p className="soft">They see nothing here.</p>}
          {more > 0 && (
            <div className="list-end">
              <Button isBusy={files.isReading} onPress={() => setWanted({ open, count: items.length + STEP })}>
                Show more of {formatNumber(total)}
              </Button>
            </div>
          )}
          {/* A file that they do not see is no file of this page. */}
          {(file === null || items.some(({ id }) => id === file)) && (
            <Opened
              room={room}
              folder={open}
              find=""
              files={items}
              total={total}
              isLoading={false}
              onNear={(shownAt) => {
                if (more > 0 && shownAt > items.length - NEAR) setWanted({ open, count: items.length + STEP });
              }}
            />
          )}
        </>
      )}
    </ViewerBanner>
  );
}

type AsRow = Readonly<{ id: string; folder?: RoomFolder; file?: RoomFile }>;

const folderRow = (folder: RoomFolder): AsRow => ({ id: folder.path, folder });
const fileRow = (file: RoomFile): AsRow => ({ id: file.id, file });

const columnsOf = (noteOf: Props['noteOf']): readonly Column<AsRow>[] => [
  {
    id: 'name',
    head: 'Name',
    cell: ({ folder, file }) => (
      <>
        <span className="list-name" data-kind={file && kindOfFile(file)}>
          <Icon name={file === undefined ? 'folder' : kindOfFile(file)} />
          {folder && <IndexNumber index={folder.index} name={folder.name} />}
          {file && <IndexNumber index={file.index} name={file.name} />}
          <a
            className="name"
            href={addressWith(file === undefined ? { folder: folder?.path ?? '' } : { file: file.id })}
          >
            {file === undefined ? <bdi>{folder?.name}</bdi> : <bdi>{file.name}</bdi>}
          </a>
        </span>
        {file && noteOf?.(file) !== undefined && <Badge tone="warn">{noteOf(file)}</Badge>}
      </>
    ),
  },
  {
    id: 'label',
    head: 'Label',
    isShort: true,
    cell: ({ file }) => file && <Classification label={file.classification} isShort />,
  },
  {
    id: 'date',
    head: 'Added',
    isShort: true,
    isExtra: true,
    cell: ({ file }) => file && <When at={file.uploaded_at} />,
  },
  {
    id: 'size',
    head: 'Size',
    isNumber: true,
    isShort: true,
    cell: ({ folder, file }) => (
      <span className="soft">{file === undefined ? plural(folder?.count ?? 0, 'file') : formatSize(file.size)}</span>
    ),
  },
];

/** The answer that they get themselves. */
const isHiddenFrom = (error: unknown): boolean => error instanceof StrongroomError && error.code === 'ROOM_NOT_FOUND';
