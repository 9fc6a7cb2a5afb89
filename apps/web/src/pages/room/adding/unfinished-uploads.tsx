import { momentOf, type Room } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { useMyself } from '../../../base/me.ts';
import { useObserved } from '../../../base/observed.ts';
import { queries } from '../../../base/queries.ts';
import { Button } from '../../../design/controls.tsx';
import { Failure, Notice } from '../../../design/text.tsx';
import { askToRead, canReadFiles, type KeptHandle } from '../../../transfer/handles.ts';
import { unfinishedFiles, uploadQueue } from '../../../transfer/page.ts';
import type { UnfinishedUpload } from '../../../transfer/unfinished.ts';
import { placeOf, placesIn } from '../base/places.ts';

const MAX_NAMED = 3;

type Readable = UnfinishedUpload & Readonly<{ kept: KeptHandle }>;

/** An earlier version of this page did not remember the time. */
const isAsBefore = ({ modified_at: modifiedAt }: UnfinishedUpload, { lastModified }: File): boolean =>
  modifiedAt === undefined || modifiedAt === momentOf(lastModified);

/** Uploads files again that did not arrive. A file that was changed since then is left for the person to add. */
async function goOn(files: readonly Readable[]): Promise<void> {
  const found = await Promise.all(
    files.map(async (known) => ({ ...known, file: await known.kept.handle.getFile(), isThere: false })),
  );
  for (const one of found.filter(({ file, ...known }) => file.size === known.size && isAsBefore(known, file)))
    void uploadQueue.add(one.roomId, [one], undefined);
}

/** Chosen files with the places of those that did not arrive. One that could be several is left out. */
function chosenAgain(missing: readonly UnfinishedUpload[], chosen: readonly File[]) {
  return chosen.flatMap((file) => {
    const [known, ...others] = missing.filter(
      (one) => one.name === file.name && one.size === file.size && isAsBefore(one, file),
    );
    return known === undefined || others.length > 0 ? [] : [{ ...known, file, isThere: false }];
  });
}

/**
 * Continues uploads of files that were dropped where the browser lets the page read them again, by itself or after
 * asking. The others are chosen again: no page may read a file that was chosen before a reload.
 */
export function UnfinishedUploads({ room }: Readonly<{ room: Room }>): ReactNode {
  const { files } = useObserved(uploadQueue.shown);
  const { id: userId } = useMyself();
  const known = useQuery({ queryKey: ['unfinished', userId], queryFn: () => unfinishedFiles.of(userId), staleTime: 0 });
  const own = (known.data ?? []).filter((file) => file.roomId === room.id);
  const folders = [...new Set(own.map(({ folder }) => folder))];
  const places = useQuery({
    queryKey: ['files', room.id, 'places', folders],
    queryFn: () => placesIn(room, new Set(folders)),
    enabled: own.length > 0,
    structuralSharing: false,
  });
  // The queue may have thousands of files, and is drawn as each arrives.
  const queued = own.length === 0 ? [] : files.filter(({ roomId }) => roomId === room.id);
  const there = new Set([
    ...(places.data ?? []),
    ...queued.map(({ folder, name, file }) =>
      placeOf({ folder, name, size: file.size, modified_at: momentOf(file.lastModified) }),
    ),
  ]);
  // A file that arrived leaves the queue before the places of the room are read again.
  const missing =
    places.data === undefined ? [] : unfinishedFiles.stillOpen(own.filter((file) => !there.has(placeOf(file))));
  const readable = missing.filter((file): file is Readable => file.kept !== undefined);
  const hasTried = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const [unknown, setUnknown] = useState(0);
  const resume = useMutation({
    mutationFn: async () => {
      if (await askToRead(readable.map(({ kept }) => kept))) await goOn(readable);
    },
  });
  useEffect(() => {
    if (hasTried.current || readable.length === 0) return;
    hasTried.current = true;
    void canReadFiles(readable.map(({ kept }) => kept)).then((may) => (may ? goOn(readable) : undefined));
  }, [readable]);
  if (missing.length === 0) return null;
  const take = (chosen: readonly File[]): void => {
    const found = chosenAgain(missing, chosen);
    setUnknown(chosen.length - found.length);
    void uploadQueue.add(room.id, found, undefined);
  };
  return (
    <Notice tone="warn">
      <div className="row">
        <span className="grow">
          <strong>{plural(missing.length, 'file')} did not arrive</strong>:{' '}
          {missing
            .slice(0, MAX_NAMED)
            .map(({ folder, name }) => (folder === '' ? name : `${folder}/${name}`))
            .join(', ')}
          {missing.length > MAX_NAMED && ` and ${plural(missing.length - MAX_NAMED, 'other')}`}.
        </span>
        {readable.length > 0 ? (
          <Button kind="primary" onPress={() => resume.mutate()} isBusy={resume.isPending}>
            Go on with {plural(readable.length, 'file')}
          </Button>
        ) : (
          <Button kind="primary" onPress={() => input.current?.click()}>
            Choose the files again
          </Button>
        )}
        <Button
          onPress={() =>
            void unfinishedFiles.finished(missing).then(() => queries.invalidateQueries({ queryKey: ['unfinished'] }))
          }
        >
          Dismiss
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="again"
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <div role="status">
        {unknown > 0 && `${plural(unknown, 'chosen file')} ${unknown === 1 ? 'is' : 'are'} none of these, or changed.`}
      </div>
      <Failure error={resume.error} />
    </Notice>
  );
}
