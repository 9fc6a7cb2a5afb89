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
  /** Rooms that were asked, and those among them that did not answer. */
  asked: number;
  silent: number;
  isDone: boolean;
}>;

type Search<Room, File> = Readonly<{
  rooms: readonly Room[];
  ask: (room: Room, signal: AbortSignal) => Promise<Hits<File>>;
  onFound: (found: Found<Room, File>) => void;
  /** Rooms that are asked at the same time. */
  atOnce?: number;
  /** Whether a key may follow, so that the search waits a moment. */
  isTyping?: boolean;
}>;

/**
 * Asks the rooms in their order, one after the other or a few at once, after a pause. Those with hits are in the order of their
 * answers, so that nothing moves. Returns a function that ends it, with the requests on their way.
 */
export function searchFiles<Room, File>({
  rooms,
  ask,
  onFound,
  atOnce = 1,
  isTyping = true,
}: Search<Room, File>): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const left = rooms.values();
  const found: FoundIn<Room, File>[] = [];
  let [asked, silent] = [0, 0];
  const askNext = async (): Promise<void> => {
    for (const room of left) {
      const hits = await ask(room, signal).catch(() => undefined);
      if (signal.aborted) return;
      asked++;
      if (hits === undefined) silent++;
      else if (hits.files.length > 0) found.push({ room, ...hits });
      onFound({ found: [...found], asked, silent, isDone: asked === rooms.length });
    }
  };
  const begin = (): void => {
    for (let one = 0; one < atOnce; one++) void askNext();
  };
  const timer = isTyping ? setTimeout(begin, PAUSE_MS) : setTimeout(begin, 0);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
