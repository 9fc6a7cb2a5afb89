import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

const KEY = randomBytes(32);
const sign = (text: string): string => createHmac('sha256', KEY).update(text).digest('base64url');

/** An address that carries its own permission. */
export const signAddress = (method: string, id: string): string => {
  const expires = Date.now() + 900_000;
  return `/blobs/${id}?expires=${expires}&signature=${sign(`${method} ${id} ${expires}`)}`;
};

export const isSigned = (method: string, id: string, expires: string, signature: string): boolean => {
  const expected = Buffer.from(sign(`${method} ${id} ${expires}`));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) > Date.now();
};

/** Files in one folder for uploads and one for confirmed objects. Each change is synced. */
export class Blobs {
  readonly #uploads: string;
  readonly #objects: string;

  constructor(folder: string) {
    this.#uploads = join(folder, 'uploads');
    this.#objects = join(folder, 'objects');
    for (const place of [this.#uploads, this.#objects]) mkdirSync(place, { recursive: true });
  }

  async put(id: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    const path = join(this.#uploads, randomUUID());
    const handle = await open(path, 'wx');
    for await (const piece of body) await handle.write(piece);
    await handle.sync();
    await handle.close();
    await rename(path, join(this.#uploads, id));
    await syncFolder(this.#uploads);
  }

  /** Moves an upload to the confirmed objects. Returns its size. */
  async confirm(id: string): Promise<number> {
    const { size } = await stat(join(this.#uploads, id));
    await rename(join(this.#uploads, id), join(this.#objects, id));
    await syncFolder(this.#objects);
    await syncFolder(this.#uploads);
    return size;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
