/** Hits that are asked for in one room. */
export const HITS_PER_ROOM = 5;
/** After the last key, before the first room is asked. */
const PAUSE_MS = 250;

/** The first files of a room, and the number of all that were found there. */
export type Hits<File> = Readonly<{ files: readonly File[]; total: number }>;
export type FoundIn<Room, File> = Hits<File> & Readonly<{ room: Room }>;

/** The state of a search. */
export type Found<Room, File> = Readonly<{
  found: readonly FoundIn<Room, File>[];
  /** Rooms that did not answer. */
  silent: number;
  isDone: boolean;
}>;

type Search<Room, File> = Readonly<{
  rooms: readonly Room[];
  ask: (room: Room, signal: AbortSignal) => Promise<Hits<File>>;
  onFound: (found: Found<Room, File>) => void;
}>;

/** Asks the rooms one after the other, after a pause. Returns a function that ends it, with the request on its way. */
export function searchFiles<Room, File>({ rooms, ask, onFound }: Search<Room, File>): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const askAll = async (): Promise<void> => {
    const found: FoundIn<Room, File>[] = [];
    let silent = 0;
    for (const [index, room] of rooms.entries()) {
      const hits = await ask(room, signal).catch(() => undefined);
      if (signal.aborted) return;
      if (hits === undefined) silent++;
      else if (hits.files.length > 0) found.push({ room, ...hits });
      onFound({ found: [...found], silent, isDone: index === rooms.length - 1 });
    }
  };
  const timer = setTimeout(() => void askAll(), PAUSE_MS);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
