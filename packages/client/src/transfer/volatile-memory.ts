import type { RequestUploadBody } from '../generated/operations.ts';
import type { UploadClaim, UploadMemory } from './upload-memory.ts';

type Begun = Readonly<{ request: string; place: number; file?: string | undefined }>;

/**
 * A memory that ends with its program. It holds unfinished uploads only: a later run repeats their requests, and a file that was
 * uploaded may be uploaded again. An upload that is under way is elsewhere for all others.
 */
export class VolatileMemory<U extends string> implements UploadMemory<U> {
  readonly #claimed = new Set<U>();
  readonly #begun = new Map<U, Begun>();
  readonly #announcements = new Map<string, readonly RequestUploadBody[]>();

  claim: UploadMemory<U>['claim'] = (wanted) => wanted.map(({ upload, again }) => this.#claim(upload, again));

  announcement: UploadMemory<U>['announcement'] = (request) => this.#announcements.get(request);

  announce: UploadMemory<U>['announce'] = (uploads, items) => {
    const request = crypto.randomUUID();
    this.#announcements.set(request, items);
    for (const [place, upload] of uploads.entries()) this.#begun.set(upload, { request, place });
    return request;
  };

  announced: UploadMemory<U>['announced'] = (upload, file) => {
    const begun = this.#begun.get(upload);
    if (begun !== undefined) this.#begun.set(upload, { ...begun, file });
  };

  confirmed: UploadMemory<U>['confirmed'] = (upload) => this.forget(upload);

  seen: UploadMemory<U>['seen'] = () => undefined;

  release: UploadMemory<U>['release'] = (uploads) => {
    for (const upload of uploads) this.#claimed.delete(upload);
  };

  forget = (upload: U): void => {
    this.#claimed.delete(upload);
    const request = this.#begun.get(upload)?.request;
    this.#begun.delete(upload);
    const isUsed = [...this.#begun.values()].some((begun) => begun.request === request);
    if (request !== undefined && !isUsed) this.#announcements.delete(request);
  };

  #claim(upload: U, again: boolean): UploadClaim {
    if (this.#claimed.has(upload)) return { state: 'elsewhere', process: 'this one' };
    this.#claimed.add(upload);
    const begun = this.#begun.get(upload);
    if (begun === undefined) return { state: 'new', abandoned: undefined };
    if (!again) return { state: 'begun', request: begun.request, place: begun.place, file: begun.file };
    this.#begun.delete(upload);
    return { state: 'new', abandoned: begun.file };
  }
}
