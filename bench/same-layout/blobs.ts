import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const SIGNING_KEY = randomBytes(32);

/** An address that carries its own permission. */
export const signed = (base: string, method: string, key: string): string => {
  const query = `expires=${Date.now() + 900_000}`;
  const signature = createHmac('sha256', SIGNING_KEY).update(`${method}\n${key}\n${query}`).digest('base64url');
  return `${base}/blobs/${key}?${query}&signature=${signature}`;
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
};

const makeFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    await makeFolder(dirname(folder));
    return makeFolder(folder);
  }
  await syncFolder(dirname(folder));
};

const missing = (error: unknown): void => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
};

/** Files in folders of two hexadecimal digits, each change synced. */
export class Blobs {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  #path(key: string): string {
    const segments = key.split('/');
    const last = segments.length - 1;
    const pieces = segments.flatMap((segment, at) => [
      segment.slice(0, 2),
      `${segment.slice(2)}${at === last ? '.blob' : '_'}`,
    ]);
    return join(this.#folder, 'objects', ...pieces);
  }

  async put(key: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    const aside = join(this.#folder, 'tmp', randomUUID());
    const handle = await open(aside, 'wx', 0o600);
    for await (const piece of body) await handle.write(piece);
    await handle.sync();
    await handle.close();
    await this.#into(this.#path(key), () => rename(aside, this.#path(key)));
  }

  /** Moves the object to a name that no client can upload to, and checks its size on the way. */
  async seal(from: string, to: string): Promise<number> {
    const handle = await open(this.#path(from), 'r');
    const { size } = await handle.stat();
    await handle.close();
    await this.#into(this.#path(to), () => link(this.#path(from), this.#path(to)));
    await syncFolder(dirname(this.#path(to)));
    await unlink(this.#path(from));
    await this.#tidy(this.#path(from));
    return size;
  }

  async #into(path: string, work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await work();
        break;
      } catch (error) {
        missing(error);
      }
      await makeFolder(dirname(path));
    }
    await syncFolder(dirname(path)).catch(missing);
  }

  async #tidy(path: string): Promise<void> {
    let folder = dirname(path);
    await syncFolder(folder).catch(missing);
    for (; folder !== join(this.#folder, 'objects'); folder = dirname(folder)) {
      try {
        await rmdir(folder);
      } catch {
        return;
      }
    }
  }
}
