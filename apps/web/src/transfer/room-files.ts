import { type File as RoomFile, Strongroom, StrongroomError, type Upload } from '@strongroom/client';
import { put } from './put.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Sealed = Readonly<{ iv: string; tag: string }>;
type Confirming = Readonly<{
  fileId: string;
  sealed: Sealed;
  resolve: (file: RoomFile) => void;
  reject: (error: unknown) => void;
}>;

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Confirmations that arrive within this time go in one request. */
const TOGETHER_MS = 40;
const MOST_TOGETHER = 100;

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** The client, with uploads that were announced many at once and are confirmed many at once. */
export class RoomFiles extends Strongroom {
  readonly #confirming = new Map<string, Confirming[]>();

  /**
   * Encrypts, sends and confirms a file. `announce` gives the address of its upload, and each time another one. A failure
   * removes the announced file.
   */
  send(
    roomId: string,
    announce: () => Promise<Upload>,
    file: File,
    { signal, onProgress }: Readonly<{ signal: AbortSignal; onProgress: (transferred: number) => void }>,
  ): Promise<RoomFile> {
    return this.uploadAnnounced(
      {
        unwrap: this.unwrap,
        announce,
        withKey: this.withKey,
        send: async (url, key) => {
          const { ciphertext, sealed } = await encrypted(new Uint8Array(await file.arrayBuffer()), key);
          await put(url, ciphertext, { signal, onProgress });
          return sealed;
        },
        confirm: (fileId, sealed) => this.#confirm(roomId, fileId, sealed),
      },
      { signal },
    );
  }

  #confirm(roomId: string, fileId: string, sealed: Sealed): Promise<RoomFile> {
    return new Promise((resolve, reject) => {
      const waiting = this.#confirming.get(roomId) ?? [];
      waiting.push({ fileId, sealed, resolve, reject });
      this.#confirming.set(roomId, waiting);
      if (waiting.length === 1) setTimeout(() => void this.#confirmAll(roomId), TOGETHER_MS);
      if (waiting.length === MOST_TOGETHER) void this.#confirmAll(roomId);
    });
  }

  async #confirmAll(roomId: string): Promise<void> {
    const waiting = this.#confirming.get(roomId) ?? [];
    this.#confirming.delete(roomId);
    if (waiting.length === 0) return;
    try {
      const items = waiting.map(({ fileId, sealed: { iv, tag } }) => ({ file_id: fileId, iv, tag }));
      const results = await this.files.confirmMany(roomId, { items });
      for (const { index, data, error } of results) {
        if (data !== undefined) waiting[index]?.resolve(data);
        else waiting[index]?.reject(new StrongroomError(error.code, { ...error }));
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}

/** A fresh iv each time: no iv is ever used twice with a key. */
async function encrypted(plain: Bytes, key: CryptoKey): Promise<Readonly<{ ciphertext: Bytes; sealed: Sealed }>> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const both = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv, tagLength: TAG_BYTES * 8 }, key, plain),
  );
  const at = both.length - TAG_BYTES;
  return { ciphertext: both.subarray(0, at), sealed: { iv: base64(iv), tag: base64(both.subarray(at)) } };
}
