import type { File as RoomFile } from '@strongroom/client';
import { useEffect, useState } from 'react';
import type { GrownList } from '../../../base/growing-list.ts';
import { queries } from '../../../base/queries.ts';
import { uploadQueue } from '../../../transfer/page.ts';
import { compareWithFirstPage, withoutDeletedRows } from './changes.ts';
import type { Listing } from './listing.ts';
import { filesOf, readFilesAgain } from './room-files.ts';

const ASK_MS = 15_000;

/**
 * Asks for the first page of the list from time to time while it is in view. Rows that others removed or changed follow at
 * once; new ones move no row under the pointer. Returns their number, and shows them when it is called.
 */
export function useChanges(roomId: string, listing: Listing): readonly [added: number, show: () => void] {
  const source = filesOf(roomId, listing);
  const place = source.key.join(' ');
  const [found, setFound] = useState({ place, added: 0 });
  useEffect(() => {
    const stop = new AbortController();
    const look = async (): Promise<void> => {
      const state = queries.getQueryState<GrownList<RoomFile>>(source.key);
      const known = state?.data;
      // One's own uploads are read as they arrive.
      if (document.hidden || known === undefined || state?.fetchStatus !== 'idle' || uploadQueue.onTheirWay > 0) return;
      const first = await source.read(undefined, stop.signal);
      // The list was read meanwhile.
      if (queries.getQueryData(source.key) !== known) return;
      const { added, isOtherwise } = compareWithFirstPage(known, first);
      setFound({ place, added });
      if (!isOtherwise) return;
      if (added === 0) await readFilesAgain(roomId);
      else queries.setQueryData(source.key, withoutDeletedRows(known, first));
    };
    // An error here is one of the next request of the person too.
    const timer = setInterval(() => void look().catch(() => undefined), ASK_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [place]);
  const show = (): void => {
    setFound({ place, added: 0 });
    void readFilesAgain(roomId);
  };
  return [found.place === place ? found.added : 0, show];
}
