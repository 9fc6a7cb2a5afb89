import type { Folder, Group, Room, File as RoomFile } from '@strongroom/client';
import { type ReactNode, useMemo, useState } from 'react';
import { number, plural } from '../../base/format.ts';
import { grownBy, type Source, useGrowing } from '../../base/growing-list.ts';
import { setQuery, useAddress } from '../../base/router.tsx';
import { service } from '../../base/service.ts';
import { size } from '../../base/size.ts';
import { Classification } from '../../design/classification.tsx';
import { Button } from '../../design/controls.tsx';
import { FileName } from '../../design/file-name.tsx';
import { Icon } from '../../design/icons.tsx';
import { Failure, Loading } from '../../design/text.tsx';
import { MOST_FOLDERS } from './folder-picker.tsx';
import { Trail } from './folder-trail.tsx';
import { folderAt, folderTree } from './folders.ts';

type Props = Readonly<{ room: Room; group: Group }>;

const STEP = 100;

/** The lists as a viewer sees them who is in one group only. */
const foldersAs = ({ room, group }: Props): Source<Folder> => ({
  key: ['folders', room.id, 'as', group.id],
  read: async (cursor, signal) => {
    const query = { as_group: group.id, per_page: STEP, ...(cursor !== undefined && { cursor }) };
    return grownBy(await service.files.folders(room.id, query, { signal }).page());
  },
});

const filesAs = ({ room, group }: Props, folder: string): Source<RoomFile> => ({
  key: ['files', room.id, 'as', group.id, folder],
  read: async (cursor, signal) => {
    const query = {
      as_group: group.id,
      folder,
      recursive: 'false' as const,
      sort: 'name' as const,
      per_page: STEP,
      ...(cursor !== undefined && { cursor }),
    };
    return grownBy(await service.files.list(room.id, query, { signal }).page());
  },
});

/** The room as a viewer sees it who is in one group: folders, files and counts as the service answers them, to read only. */
export function AsGroup({ room, group }: Props): ReactNode {
  const { searchParams } = useAddress();
  const open = searchParams.get('folder') ?? '';
  const [wanted, setWanted] = useState({ open, count: STEP });
  const place = { room, group };
  const folders = useGrowing(foldersAs(place), () => MOST_FOLDERS);
  const files = useGrowing(filesAs(place, open), () => (wanted.open === open ? wanted.count : STEP));
  const root = useMemo(() => folderTree(folders.data?.items ?? []), [folders.data]);
  const inner = folderAt(root, open)?.folders ?? [];
  const isRead = folders.data !== undefined && files.data !== undefined;
  const more = (files.data?.total ?? 0) - (files.data?.items.length ?? 0);
  return (
    <>
      <div className="as-banner row">
        <Icon name="eye" />
        <p className="grow">
          The room as a viewer sees it who is in <strong>{group.name}</strong> and in no other group, with your
          clearance. Nothing can be changed here.
        </p>
        <Button onPress={() => setQuery({ as: '', folder: '' }, false)}>Back to the groups</Button>
      </div>
      <Trail root={root} folder={open} />
      <Failure error={folders.error ?? files.error} />
      {!isRead && folders.error === null && files.error === null && <Loading what="the folders and files" rows={6} />}
      {isRead && (
        <>
          <p className="soft" role="status">
            {plural(root.count, 'file')} in the room, {plural(files.data?.total ?? 0, 'file')} here.
          </p>
          <table className="list" aria-label="Folders and files">
            <tbody>
              {inner.map(({ path, name, count }) => (
                <tr key={path}>
                  <td>
                    <span className="list-name">
                      <Icon name="folder" />
                      <a href={`?as=${group.id}&folder=${encodeURIComponent(path)}`}>
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
                      <FileName name={file.name} />
                    </span>
                  </td>
                  <td>
                    <Classification label={file.classification} isShort />
                  </td>
                  <td className="number soft">{size(file.size)}</td>
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
                Show more of {number(files.data?.total ?? 0)}
              </Button>
            </div>
          )}
        </>
      )}
    </>
  );
}
