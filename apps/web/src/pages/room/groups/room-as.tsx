import { type Folder, type Room, type File as RoomFile, StrongroomError } from '@strongroom/client';
import { type ReactNode, useMemo, useState } from 'react';
import { formatNumber, plural } from '../../../base/format.ts';
import { type ListSource, toGrownList, useGrowing } from '../../../base/growing-list.ts';
import { setQuery, useAddress } from '../../../base/router.tsx';
import { service } from '../../../base/service.ts';
import { formatSize } from '../../../base/size.ts';
import { Classification } from '../../../design/classification.tsx';
import { Button } from '../../../design/controls.tsx';
import { FileName } from '../../../design/file-name.tsx';
import { Icon } from '../../../design/icons.tsx';
import { Badge, Failure, Loading } from '../../../design/text.tsx';
import { folderAt, folderTree } from '../base/folders.ts';
import { IndexNumber } from '../base/index-number.tsx';
import { Trail } from '../file-list/folder-trail.tsx';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';

/** In whose place one looks: the parameters of the lists. */
export type ViewAs = Readonly<{ as_group: string } | { as_member: string }>;
const idOf = (viewAs: ViewAs): string => ('as_group' in viewAs ? viewAs.as_group : viewAs.as_member);

type Place = Readonly<{ room: Room; viewAs: ViewAs }>;
type Props = Place &
  Readonly<{ back: string; actions?: ReactNode; children: ReactNode; noteOf?: (file: RoomFile) => string | undefined }>;

const STEP = 100;

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
  const [wanted, setWanted] = useState({ open, count: STEP });
  const place = { room, viewAs };
  const folders = useGrowing(foldersAs(place), () => MAX_FOLDERS);
  const files = useGrowing(filesAs(place, open), () => (wanted.open === open ? wanted.count : STEP));
  const root = useMemo(() => folderTree(folders.data?.items ?? []), [folders.data]);
  const inner = folderAt(root, open)?.folders ?? [];
  const error = folders.error ?? files.error;
  const isRead = folders.data !== undefined && files.data !== undefined;
  const more = (files.data?.total ?? 0) - (files.data?.items.length ?? 0);
  return (
    <>
      <div className="as-banner row">
        <Icon name="eye" />
        <p className="grow">{children} Nothing can be changed here.</p>
        {actions}
        <Button onPress={() => setQuery({ as: '', folder: '' }, false)}>{back}</Button>
      </div>
      <Trail root={root} folder={open} />
      {isHiddenFrom(error) ? <p>They do not see this room at all.</p> : <Failure error={error} />}
      {!isRead && error === null && <Loading what="the folders and files" rows={6} />}
      {isRead && (
        <>
          <p className="soft" role="status">
            {plural(root.count, 'file')} in the room, {plural(files.data?.total ?? 0, 'file')} here.
          </p>
          <table className="list" aria-label="Folders and files">
            <tbody>
              {inner.map(({ path, name, index, count }) => (
                <tr key={path}>
                  <td>
                    <span className="list-name">
                      <Icon name="folder" />
                      <IndexNumber index={index} name={name} />
                      <a href={`?as=${idOf(viewAs)}&folder=${encodeURIComponent(path)}`}>
                        <bdi>{name}</bdi>
                      </a>
                    </span>
                  </td>
                  <td />
                  <td className="number soft">{plural(count, 'file')}</td>
                </tr>
              ))}
              {files.data?.items.map((file) => (
                <tr key={file.id}>
                  <td>
                    <span className="list-name">
                      <Icon name="file" />
                      <IndexNumber index={file.index} name={file.name} />
                      <FileName name={file.name} />
                    </span>
                    {noteOf?.(file) !== undefined && <Badge tone="warn">{noteOf(file)}</Badge>}
                  </td>
                  <td>
                    <Classification label={file.classification} isShort />
                  </td>
                  <td className="number soft">{formatSize(file.size)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {inner.length === 0 && files.data?.items.length === 0 && <p className="soft">They see nothing here.</p>}
          {more > 0 && (
            <div className="list-end">
              <Button
                isBusy={files.isReading}
                onPress={() => setWanted({ open, count: (files.data?.items.length ?? 0) + STEP })}
              >
                Show more of {formatNumber(files.data?.total ?? 0)}
              </Button>
            </div>
          )}
        </>
      )}
    </>
  );
}

/** The answer that they get themselves. */
const isHiddenFrom = (error: unknown): boolean => error instanceof StrongroomError && error.code === 'ROOM_NOT_FOUND';
