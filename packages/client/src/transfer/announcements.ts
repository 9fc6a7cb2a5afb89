import { StrongroomError } from '../base/error.ts';
import type { Result } from '../calls/caller.ts';
import type { FileCalls } from '../calls/files.ts';
import type { Upload } from '../generated/operations.ts';
import type { Clock } from '../http/clock.ts';
import { totalBytes } from './in-groups.ts';
import { prefetchOne } from './prefetch.ts';
import { resultAt } from './result-at.ts';
import type { FileOfGroup, UnsendableFile, UploadGroup } from './upload-group.ts';

export type AnnouncedFile<F> = Readonly<{
  file: F;
  size: number;
  /** The file that it becomes a version of. */
  replaces: string | undefined;
  /** The address for the upload; each further call returns a new one for the same upload. Throws if it was refused. */
  announce: () => Promise<Upload>;
}>;

type AnnouncedGroup<F extends FileOfGroup> = Readonly<{
  group: UploadGroup<F>;
  given: Given;
  ask: () => Promise<Given>;
}>;

/** Addresses, and when they were asked for. */
type Given = Readonly<{ results: readonly Result<Upload>[]; since: number }>;

type Options<F> = Readonly<{
  /** No group is announced after its abort. */
  signal: AbortSignal;
  /** Ends a call in progress. */
  calls: AbortSignal;
  /** Whether an error of a request ends all; otherwise it is that of its files. */
  isForAll: (error: unknown) => boolean;
  onAnnounced?: ((file: F, id: string) => void | Promise<void>) | undefined;
  clock: Clock;
}>;

/** An address that was asked for since then is used, whatever the clock of this machine says about its end. */
const FRESH_MS = 60_000;
/** Bytes of content per millisecond on a line of 128 kbit/s. */
const SLOWEST_LINE = 12.8;

/** Bytes of a group that is sent soon, even on a slow line: the next may be announced already. */
const QUICK_BYTES = 4 * 1_048_576;

/** Announces up to a hundred files per request, and the next ones while small files are sent. */
export async function* announceFiles<F extends FileOfGroup>(
  files: FileCalls,
  roomId: string,
  groups: AsyncIterable<UploadGroup<F> | UnsendableFile<F>>,
  options: Options<F>,
): AsyncGenerator<AnnouncedFile<F> | UnsendableFile<F>, void> {
  const isQuick = (one: AnnouncedGroup<F> | UnsendableFile<F>) =>
    'problem' in one || totalBytes(one.group.items) <= QUICK_BYTES;
  for await (const one of prefetchOne(asked(files, roomId, groups, options), isQuick)) {
    if ('problem' in one) yield one;
    else yield* announcedBy(one, options.clock);
  }
}

async function* asked<F extends FileOfGroup>(
  files: FileCalls,
  roomId: string,
  groups: AsyncIterable<UploadGroup<F> | UnsendableFile<F>>,
  { signal, calls, isForAll, onAnnounced, clock }: Options<F>,
): AsyncGenerator<AnnouncedGroup<F> | UnsendableFile<F>, void> {
  for await (const group of groups) {
    if ('problem' in group) {
      yield group;
      continue;
    }
    signal.throwIfAborted();
    const { idempotencyKey, items } = group;
    const ask = async (): Promise<Given> => {
      const since = clock.now();
      return { results: await files.announceMany(roomId, { items }, { signal: calls, idempotencyKey }), since };
    };
    let given: Given;
    try {
      given = await ask();
    } catch (error) {
      if (!(error instanceof StrongroomError) || isForAll(error)) throw error;
      for (const file of group.files) yield { file, problem: error };
      continue;
    }
    await Promise.all(
      group.files.map(async (file) => {
        const id = given.results.find(({ index }) => index === file.place)?.data?.file_id;
        if (id !== undefined) await onAnnounced?.(file, id);
      }),
    );
    yield { group, given, ask };
  }
}

/** Another request renews the addresses of all files of the group whose turn is still to come. */
function* announcedBy<F extends FileOfGroup>(
  { group, given, ask }: AnnouncedGroup<F>,
  clock: Clock,
): Generator<AnnouncedFile<F>, void> {
  let current = given;
  let asking: Promise<Given> | undefined;
  const renewed = async (): Promise<Given> => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    current = await asking;
    return current;
  };
  for (const file of group.files) {
    const { size = 0, replaces } = group.items[file.place] ?? {};
    let isUsed = false;
    const announce = async () => {
      const { results } = isUsed || endsTooSoon(current, file.place, size, clock.now()) ? await renewed() : current;
      isUsed = true;
      return resultAt(results, file.place);
    };
    yield { file, size, replaces, announce };
  }
}

/** Whether an address that has waited for its turn ends before the file has arrived on a slow line. */
function endsTooSoon({ results, since }: Given, place: number, size: number, now: number): boolean {
  if (now - since <= FRESH_MS) return false;
  const expiresAt = results.find(({ index }) => index === place)?.data?.expires_at;
  return expiresAt !== undefined && Date.parse(expiresAt) - now < size / SLOWEST_LINE + FRESH_MS;
}
