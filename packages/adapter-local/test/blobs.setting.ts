import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Instant, plus } from '@strongroom/domain';
import type { BlobAddress, BlobKey } from '@strongroom/ports';
import { FileBlobStore, type FileBlobStoreOptions } from '../src/index.ts';

export const NOW = 1_900_000_000_000 as Instant;
export const blobKey = (name: string): BlobKey => name as BlobKey;

/** A file store in its own folder, with helpers for tests. */
export class BlobSetting {
  readonly folder: string;
  time = NOW;
  store: FileBlobStore;

  private constructor(folder: string, store: FileBlobStore) {
    this.folder = folder;
    this.store = store;
  }

  static async make(more: More = {}): Promise<BlobSetting> {
    const folder = await mkdtemp(join(tmpdir(), 'strongroom-blobs-'));
    const setting: BlobSetting = new BlobSetting(folder, await openIn(join(folder, 'blobs'), () => setting.time, more));
    return setting;
  }

  /** Opens the folder again, like the next process. */
  async reopen(): Promise<void> {
    this.store = await openIn(join(this.folder, 'blobs'), () => this.time);
  }

  async upload(name: string, size: number): Promise<BlobAddress> {
    return addressIn(await this.store.signUpload({ key: blobKey(name), size, expiresAt: plus(this.time, 1000) }));
  }

  async download(name: string): Promise<BlobAddress> {
    return addressIn(await this.store.signDownload({ key: blobKey(name), expiresAt: plus(this.time, 1000) }));
  }

  /** PUTs a text and returns its generation. */
  async put(name: string, text: string): Promise<string> {
    await this.store.put(await this.upload(name, text.length), bodyOf(text));
    return (await this.store.stat(blobKey(name)))?.generation ?? '';
  }

  async read(name: string, range?: string): Promise<string> {
    return textOf((await this.store.get(await this.download(name), range)).body);
  }

  /** Every file below the folder, objects and others. */
  async files(): Promise<readonly string[]> {
    const found = await readdir(join(this.folder, 'blobs'), { recursive: true, withFileTypes: true });
    return found
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.lock'))
      .map((entry) => join(entry.parentPath, entry.name));
  }

  /** Resolves once there are at least `count` files. */
  async untilFiles(count: number): Promise<void> {
    while ((await this.files()).length < count) await setImmediate();
  }

  async end(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}

type More = Partial<FileBlobStoreOptions>;

export const openIn = (folder: string, now: () => Instant, more: More = {}): Promise<FileBlobStore> =>
  FileBlobStore.open({
    folder,
    baseUrl: () => 'http://127.0.0.1:8080',
    signingKey: new Uint8Array(32).fill(1),
    clock: { now },
    pageSize: 10,
    ...more,
  });

export const addressIn = (url: string): BlobAddress => {
  const { pathname, search } = new URL(url);
  return { path: pathname.slice('/blobs/'.length), query: search.slice(1) };
};

export async function* bodyOf(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

export const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  let text = '';
  for await (const piece of body) text += Buffer.from(piece).toString();
  return text;
};
