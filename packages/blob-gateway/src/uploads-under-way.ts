import { type BlobKey, BlobRefusal } from '@strongroom/ports';

/** Maximum number of concurrent uploads of one user. */
export const MAX_PER_UPLOADER = 8;

type Upload = Readonly<{ key: BlobKey; uploader: string }>;

/** The uploads that this process is receiving: at most one per address, and a maximum per user. */
export class UploadsUnderWay {
  readonly #keys = new Set<BlobKey>();
  readonly #perUploader = new Map<string, number>();

  /** Runs an upload. Throws BlobRefusal TOO_MANY_UPLOADS before it begins. */
  async run<T>({ key, uploader }: Upload, work: () => Promise<T>): Promise<T> {
    const count = this.count(uploader);
    if (this.#keys.has(key) || count >= MAX_PER_UPLOADER) throw new BlobRefusal('TOO_MANY_UPLOADS');
    this.#keys.add(key);
    if (uploader !== '') this.#perUploader.set(uploader, count + 1);
    try {
      return await work();
    } finally {
      this.#keys.delete(key);
      const left = this.count(uploader) - 1;
      if (left > 0) this.#perUploader.set(uploader, left);
      else this.#perUploader.delete(uploader);
    }
  }

  /** Number of uploads of one user. Addresses of older versions have no user and do not count. */
  count(uploader: string): number {
    return this.#perUploader.get(uploader) ?? 0;
  }
}
