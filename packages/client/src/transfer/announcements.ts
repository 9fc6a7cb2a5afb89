import type { Result } from '../calls/caller.ts';
import type { FileCalls } from '../calls/files.ts';
import { StrongroomError } from '../error.ts';
import type { Upload } from '../generated/operations.ts';
import { ahead } from './ahead.ts';
import { bytesOf } from './in-groups.ts';
import { resultAt } from './result-at.ts';
import type { FileOfGroup, Unsendable, UploadGroup } from './upload-group.ts';

export type Announced<F> = Readonly<{
  file: F;
  size: number;
  /** The address for the upload; each further call returns a new one for the same upload. Throws if it was refused. */
  announce: () => Promise<Upload>;
}>;

type Asked<F extends FileOfGroup> = Readonly<{
  group: UploadGroup<F>;
  results: readonly Result<Upload>[];
  ask: () => Promise<readonly Result<Upload>[]>;
}>;

type Options<F> = Readonly<{
  /** No group is announced after its abort. */
  signal: AbortSignal;
  /** Ends a call in progress. */
  calls: AbortSignal;
  /** Whether an error of a request ends all; otherwise it is that of its files. */
  isForAll: (error: unknown) => boolean;
  onAnnounced?: ((file: F, id: string) => void | Promise<void>) | undefined;
}>;

/** Bytes of a group that is sent soon, even on a slow line: the next may be announced already. */
const QUICK_BYTES = 4 * 1_048_576;

/** Announces up to a hundred files per request, and the next ones while small files are sent. */
export async function* announcements<F extends FileOfGroup>(
  files: FileCalls,
  roomId: string,
  groups: AsyncIterable<UploadGroup<F> | Unsendable<F>>,
  options: Options<F>,
): AsyncGenerator<Announced<F> | Unsendable<F>, void> {
  const isQuick = (one: Asked<F> | Unsendable<F>) => 'problem' in one || bytesOf(one.group.items) <= QUICK_BYTES;
  for await (const one of ahead(asked(files, roomId, groups, options), isQuick)) {
    if ('problem' in one) yield one;
    else yield* announcedBy(one);
  }
}

async function* asked<F extends FileOfGroup>(
  files: FileCalls,
  roomId: string,
  groups: AsyncIterable<UploadGroup<F> | Unsendable<F>>,
  { signal, calls, isForAll, onAnnounced }: Options<F>,
): AsyncGenerator<Asked<F> | Unsendable<F>, void> {
  for await (const group of groups) {
    if ('problem' in group) {
      yield group;
      continue;
    }
    signal.throwIfAborted();
    const { idempotencyKey, items } = group;
    const ask = () => files.announceMany(roomId, { items }, { signal: calls, idempotencyKey });
    let results: readonly Result<Upload>[];
    try {
      results = await ask();
    } catch (error) {
      if (!(error instanceof StrongroomError) || isForAll(error)) throw error;
      for (const file of group.files) yield { file, problem: error };
      continue;
    }
    await Promise.all(
      group.files.map(async (file) => {
        const id = results.find(({ index }) => index === file.place)?.data?.file_id;
        if (id !== undefined) await onAnnounced?.(file, id);
      }),
    );
    yield { group, results, ask };
  }
}

function* announcedBy<F extends FileOfGroup>({ group, results, ask }: Asked<F>): Generator<Announced<F>, void> {
  for (const file of group.files) {
    let known: readonly Result<Upload>[] | undefined = results;
    const announce = async () => {
      const current = known ?? (await ask());
      known = undefined;
      return resultAt(current, file.place);
    };
    yield { file, size: group.items[file.place]?.size ?? 0, announce };
  }
}
