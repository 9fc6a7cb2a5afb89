import { randomUUID } from 'node:crypto';
import { access, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StrongroomError } from '../error.ts';
import { appenderTo } from './appender.ts';

/** A file that is there under its name only once it is whole and verified. Readable by its owner only. */
export type PartFile = Readonly<{
  append: (bytes: Uint8Array) => Promise<void> | undefined;
  /** Back to the beginning. */
  restart: () => Promise<void>;
  /** Gives it its name. Throws DESTINATION_EXISTS. */
  keep: () => Promise<void>;
  /** Removes it, unless it was kept. */
  discard: () => Promise<void>;
}>;

/** Makes the folder of the destination where it is missing. Throws DESTINATION_EXISTS, so that nothing is fetched in vain. */
export async function partFile(destination: string, overwrite: boolean): Promise<PartFile> {
  if (!overwrite && (await isThere(destination))) throw new StrongroomError('DESTINATION_EXISTS');
  const folder = dirname(destination);
  await writable(mkdir(folder, { recursive: true }));
  const path = join(folder, `.strongroom-${randomUUID()}.part`);
  const handle = await writable(open(path, 'wx', 0o600));
  let content = appenderTo(handle);
  return {
    append: (bytes) => {
      const full = content.append(bytes);
      return full && writable(full);
    },
    restart: async () => {
      content = appenderTo(handle);
      await writable(handle.truncate(0));
    },
    keep: async () => {
      await writable(content.finish());
      await writable(handle.close());
      await writable(overwrite ? rename(path, destination) : nameNew(path, destination));
    },
    discard: async () => {
      await handle.close().catch(() => undefined);
      await rm(path, { force: true });
    },
  };
}

const writable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw cause instanceof StrongroomError ? cause : new StrongroomError('DESTINATION_UNWRITABLE', { cause });
  });

/** A second name fails where there is one already, at the same moment for everybody; a renaming would replace it. */
async function nameNew(path: string, destination: string): Promise<void> {
  try {
    await link(path, destination);
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') throw new StrongroomError('DESTINATION_EXISTS', { cause });
    // Some file systems know no second names: there the look and the renaming are two steps.
    const reserved = await open(destination, 'wx', 0o600).catch((error: unknown) => {
      throw codeOf(error) === 'EEXIST' ? new StrongroomError('DESTINATION_EXISTS', { cause: error }) : error;
    });
    await reserved.close();
    await rename(path, destination);
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
