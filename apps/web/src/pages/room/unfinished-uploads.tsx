import type { Room, File as RoomFile } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { plural } from '../../base/format.ts';
import { queries } from '../../base/queries.ts';
import { Button } from '../../design/controls.tsx';
import { Notice } from '../../design/text.tsx';
import { useQueue } from '../../transfer/queue.ts';
import { finished, unfinished } from '../../transfer/unfinished.ts';

const MOST_NAMED = 5;

type Props = Readonly<{ room: Room; files: readonly RoomFile[] }>;

/** After a reload a browser may not read the files again by itself, so it names them. */
export function UnfinishedUploads({ room, files }: Props): ReactNode {
  const queued = useQueue().files.filter(({ roomId }) => roomId === room.id);
  const known = useQuery({ queryKey: ['unfinished'], queryFn: unfinished, staleTime: 0 });
  const placeOf = ({ folder, name, size }: Readonly<{ folder: string; name: string; size: number }>): string =>
    `${folder}/${name} ${size}`;
  const there = new Set([
    ...files.map(placeOf),
    ...queued.map(({ folder, name, file }) => placeOf({ folder, name, size: file.size })),
  ]);
  const missing = (known.data ?? []).filter((file) => file.roomId === room.id && !there.has(placeOf(file)));
  if (missing.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>
        <strong>{plural(missing.length, 'file')} did not arrive</strong> before this page was closed or reloaded:{' '}
        {missing
          .slice(0, MOST_NAMED)
          .map(({ folder, name }) => (folder === '' ? name : `${folder}/${name}`))
          .join(', ')}
        {missing.length > MOST_NAMED && ` and ${plural(missing.length - MOST_NAMED, 'other')}`}. Nothing of them is in
        the room. Add the same files or folder again: those that are there already are skipped.
      </p>
      <Button
        onPress={() => void finished(missing).then(() => queries.invalidateQueries({ queryKey: ['unfinished'] }))}
      >
        Leave them out
      </Button>
    </Notice>
  );
}
