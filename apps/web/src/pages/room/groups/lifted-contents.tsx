import type { Folder, Room } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { plural } from '../../../base/format.ts';
import { service } from '../../../base/service.ts';
import { Failure } from '../../../design/text.tsx';

/** Folders that are named; of more their number would take too many pages. */
const NAMED = 5;

async function contentsOf(room: Room, { path }: Folder) {
  const [files, folders] = await Promise.all([
    service.files.list(room.id, { folder: path, recursive: 'true', per_page: 1 }).page(),
    service.files.folders(room.id, { prefix: `${path}/`, per_page: NAMED + 1 }).page(),
  ]);
  return { files: files.meta.total, names: [path, ...folders.data.map((folder) => folder.path)] };
}

/** Names of the folders, and the number of files, that appear for others with the end of a restriction. */
export function LiftedContents({ room, folder }: Readonly<{ room: Room; folder: Folder }>): ReactNode {
  const contents = useQuery({
    queryKey: ['lifted', room.id, folder.id],
    queryFn: () => contentsOf(room, folder),
    gcTime: 0,
    staleTime: 0,
  });
  if (contents.data === undefined) return <Failure error={contents.error} />;
  const { files, names } = contents.data;
  const more = names.length > NAMED ? ', and others' : '';
  return (
    <p>
      They read the {names.length === 1 ? 'name' : 'names'}{' '}
      {names.slice(0, NAMED).map((name, at) => (
        <span key={name}>
          {at > 0 && ', '}
          <strong>
            <bdi>{name}</bdi>
          </strong>
        </span>
      ))}
      {more}, and {plural(files, 'file')} {files === 1 ? 'appears' : 'appear'} for them, up to their clearance.
    </p>
  );
}
