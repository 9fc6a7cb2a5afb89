import { useEffect, useRef } from 'react';
import { readNewest } from '../../../base/growing-list.ts';
import { queries } from '../../../base/queries.ts';
import { uploadQueue } from '../../../transfer/page.ts';
import type { Listing } from './listing.ts';
import { filesOf, folderPageCount, readFilesAgain } from './room-files.ts';

const REFRESH_MS = 1000;
/** For each page of folders, of which the service answers sixty a minute until the store is upgraded. */
const REFRESH_FOLDERS_MS = 1500;

/** Reads what is new while uploads arrive: files once a second, folders less often in a room with many. */
export function useRefresh(roomId: string, listing: Listing): void {
  const latest = useRef(listing);
  useEffect(() => {
    latest.current = listing;
  });
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const began = new Map<string, number>();
    /** At once after a rest, and then `ms` after the last time. */
    const later = (what: string, ms: number, run: () => Promise<void>): void => {
      if (timers.has(what)) return;
      const work = (): void => {
        timers.delete(what);
        began.set(what, performance.now());
        void run();
      };
      const rest = performance.now() - (began.get(what) ?? Number.NEGATIVE_INFINITY);
      timers.set(what, setTimeout(work, Math.max(0, ms - rest)));
    };
    const end = uploadQueue.onUploaded((uploadedTo) => {
      if (uploadedTo !== roomId) return;
      later('files', REFRESH_MS, async () => {
        await queries.invalidateQueries({ queryKey: ['files', roomId], refetchType: 'none' });
        const source = filesOf(roomId, latest.current);
        // New files are on top of a list by date; any other order is read again.
        await (latest.current.sort === '-date'
          ? readNewest(source)
          : queries.invalidateQueries({ queryKey: source.key }));
        // A version of a known file may have arrived.
        await Promise.all(['room', 'file'].map((name) => queries.invalidateQueries({ queryKey: [name, roomId] })));
      });
      later('folders', Math.max(REFRESH_MS, REFRESH_FOLDERS_MS * folderPageCount(roomId)), () =>
        queries.invalidateQueries({ queryKey: ['folders', roomId] }),
      );
    });
    return () => {
      end();
      for (const timer of timers.values()) clearTimeout(timer);
      void readFilesAgain(roomId);
    };
  }, [roomId]);
}
