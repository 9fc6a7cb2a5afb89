import type { File as RoomFile } from '@strongroom/client';
import { useEffect, useState } from 'react';
import type { GrowingList } from '../../../base/growing-list.ts';
import type { Listing } from './listing.ts';
import { useFiles } from './room-files.ts';

const STEP = 100;

type Listed = Readonly<{
  list: GrowingList<RoomFile>;
  /** The files that are read. */
  files: readonly RoomFile[];
  /** Number of all files of the listing. */
  total: number;
  /** Reads the next files, unless they are being read. */
  readMore: () => void;
  readAll: () => void;
}>;

/**
 * The first files of a listing, and more of them on demand. Another listing begins with its first ones. `least`: number of
 * files that are read without a demand.
 */
export function useListedFiles(roomId: string, listing: Listing, least = STEP): Listed {
  const key = JSON.stringify(listing);
  const [wanted, want] = useState({ key, count: STEP });
  const list = useFiles(roomId, listing, () => (wanted.key === key ? wanted.count : STEP));
  const { items: files, total, cursor } = list.data ?? { items: [], total: 0, cursor: null };
  const isWanting = cursor !== null && !list.isReading && files.length < least;
  useEffect(() => {
    if (isWanting) want({ key, count: Math.min(total, least) });
  }, [isWanting, key]);
  const readMore = (): void => {
    if (cursor !== null && !list.isReading) want({ key, count: files.length + STEP });
  };
  return { list, files, total, readMore, readAll: () => want({ key, count: total }) };
}
