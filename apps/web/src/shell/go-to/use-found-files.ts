import type { Room, File as RoomFile } from '@strongroom/client';
import { useEffect, useRef, useState } from 'react';
import { service } from '../../base/service.ts';
import { type Found, HITS_PER_ROOM, type Hits, searchFiles } from './file-search.ts';
import { openedAt } from './opened-at.ts';
import { roomsToGoOn } from './ranking.ts';

type FoundFiles = Found<Room, RoomFile>;

const NONE: FoundFiles = { found: [], asked: 0, silent: 0, isDone: false };
type Result = Readonly<{ of: string; found: FoundFiles }>;

/** The files of a room with all words in their names or folders; without words the newest ones. */
const askFor =
  (words: string) =>
  async ({ id }: Room, signal: AbortSignal): Promise<Hits<RoomFile>> => {
    const part = { folder: '', recursive: 'true', per_page: HITS_PER_ROOM } as const;
    const query = words === '' ? part : { ...part, q: words, sort: 'name' as const };
    const { data, meta } = await service.files.list(id, query, { signal }).page();
    return { files: data, total: meta.total };
  };

/**
 * The files of these rooms with sought words in their names or folders, as they are found: those with the words in their own names
 * first, as the list of the room has them. Without words the newest ones of the first room.
 */
export function useFoundFiles(rooms: readonly Room[], sought: string): FoundFiles {
  const words = sought.trim();
  const of = [words, ...rooms.map(({ id }) => id)].join(' ');
  const [result, setResult] = useState<Result>({ of: '', found: NONE });
  useEffect(() => {
    const asked = words === '' ? rooms.slice(0, 1) : rooms;
    if (asked.length === 0) return undefined;
    return searchFiles<Room, RoomFile>({
      rooms: asked,
      ask: askFor(words),
      onFound: (found) => setResult({ of, found }),
    });
  }, [of]);
  if (rooms.length === 0) return { ...NONE, isDone: true };
  return result.of === of ? result.found : NONE;
}

/** Few at a time: other people use the service too. */
const AT_ONCE = 3;

/** A search that goes on in further rooms. */
type Further = Readonly<{
  found: FoundFiles['found'];
  /** Rooms that were asked, of those that are to be, and those that did not answer. */
  asked: number;
  of: number;
  silent: number;
  isRunning: boolean;
  /** Rooms that can be looked through yet, and those of them that `begin` takes. */
  left: number;
  next: number;
  begin: () => void;
  stop: () => void;
}>;

type Looked = Readonly<{ words: string; rooms: ReadonlySet<string>; of: number; before: FoundFiles; now: FoundFiles }>;

const added = (one: FoundFiles, other: FoundFiles): FoundFiles => ({
  found: [...one.found, ...other.found],
  asked: one.asked + other.asked,
  silent: one.silent + other.silent,
  isDone: other.isDone,
});

/** Looks for the words in all rooms but the `first` ones, a hundred at a press. The next key ends it. */
export function useFurtherRooms(rooms: readonly Room[], first: readonly Room[], sought: string): Further {
  const words = sought.trim();
  const end = useRef<() => void>(undefined);
  const [looked, setLooked] = useState<Looked>();
  useEffect(() => {
    setLooked(undefined);
    return () => end.current?.();
  }, [words]);
  const state = looked?.words === words ? looked : undefined;
  const sum = state === undefined ? NONE : added(state.before, state.now);
  const isRunning = state !== undefined && !state.now.isDone;
  const known = new Set([...first.map(({ id }) => id), ...(state?.rooms ?? [])]);
  const { next, all } = roomsToGoOn(rooms, known, openedAt);
  const begin = (): void => {
    const begun = {
      words,
      rooms: new Set([...(state?.rooms ?? []), ...next.map(({ id }) => id)]),
      of: (state?.of ?? 0) + next.length,
      before: sum,
    };
    setLooked({ ...begun, now: NONE });
    end.current = searchFiles<Room, RoomFile>({
      rooms: next,
      ask: askFor(words),
      onFound: (now) => setLooked({ ...begun, now }),
      atOnce: AT_ONCE,
      isTyping: false,
    });
  };
  const stop = (): void => {
    end.current?.();
    setLooked((before) => before && { ...before, of: sum.asked, now: { ...before.now, isDone: true } });
  };
  const { found, asked, silent } = sum;
  return { found, asked, of: state?.of ?? 0, silent, isRunning, left: all, next: next.length, begin, stop };
}
