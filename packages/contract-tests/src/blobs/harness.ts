import type { Instant } from '@strongroom/domain';
import type { BlobGateway, BlobKey, BlobStat, BlobStore } from '@strongroom/ports';

export type BlobRequest = Readonly<{
  method: 'PUT' | 'GET' | 'HEAD' | 'POST' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}>;

export type BlobAnswer = Readonly<{ status: number; headers: Headers; bytes: Uint8Array }>;

/** The store under test, and a way to use the addresses that it signs. */
export type BlobStoreHarness = {
  store: BlobStore;
  /** Maximum number of keys on a page of a list. Keep it small, so that the suite sees several pages. */
  pageSize: number;
  /** The clock that decides whether an address has expired. */
  now: () => Instant;
  /** Resolves once `now` has reached `at`. */
  reach: (at: Instant) => Promise<void>;
  /** Sends a request to a signed address. Use `fetchBlob` if the address can be reached directly. */
  send: (url: string, request: BlobRequest) => Promise<BlobAnswer>;
  /**
   * Starts a PUT, cuts the connection once `bytes` have arrived, and resolves when the store has handled it.
   * `length` is sent as Content-Length; without it the body is chunked.
   */
  breakOff: (url: string, bytes: Uint8Array, length?: number) => Promise<void>;
  /** The error of the store behind the last answer of 500, which the report of a test then shows. */
  lastFault?: () => unknown;
  /** The same objects behind a store that has no room left. A store without a limit of its own names BS-23 as not shown. */
  full?: () => Promise<BlobGateway>;
  /** True if a server behind the service keeps the bytes: it may fail a PUT while it deletes another version. */
  serverBehind?: boolean;
  /** True if a server may lose a PUT, also one that it answered, that arrives while it deletes the current version. */
  losesPutsDuringDeletion?: boolean;
  end: () => Promise<void>;
};

/** Sends a request as any HTTP client would. */
export async function fetchBlob(url: string, { method, headers = {}, body }: BlobRequest): Promise<BlobAnswer> {
  const init = body === undefined ? {} : { body, ...(body instanceof ReadableStream ? { duplex: 'half' } : {}) };
  const response = await fetch(url, { method, headers, ...init });
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** True if the service itself moves the bytes of the store. */
export const isGateway = (store: BlobStore & Partial<BlobGateway>): boolean =>
  store.put !== undefined && store.get !== undefined && store.head !== undefined;

const KEY_LIFE = 60_000;

/** Steps that tests share. */
export class Uploads {
  readonly #harness: BlobStoreHarness;

  constructor(harness: BlobStoreHarness) {
    this.#harness = harness;
  }

  addressFor(name: string, size: number): Promise<string> {
    const expiresAt = (this.#harness.now() + KEY_LIFE) as Instant;
    return this.#harness.store.signUpload({ key: blobKey(name), size, expiresAt });
  }

  downloadAddress(name: string): Promise<string> {
    const expiresAt = (this.#harness.now() + KEY_LIFE) as Instant;
    return this.#harness.store.signDownload({ key: blobKey(name), expiresAt });
  }

  /** PUTs bytes to an address of their size and returns the stat of the object. */
  async put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<BlobStat> {
    const { status } = await this.#harness.send(await this.addressFor(name, bytes.length), {
      method: 'PUT',
      body: bytes,
    });
    if (status !== 200) throw new Error(`a PUT was answered ${status}`, { cause: this.#harness.lastFault?.() });
    const found = await this.#harness.store.stat(blobKey(name));
    if (found === undefined) throw new Error('no object is stored after a PUT');
    return found;
  }

  /** Body of a download, or the status of a refusal. */
  async download(name: string): Promise<string | number> {
    const answer = await this.#harness.send(await this.downloadAddress(name), { method: 'GET' });
    return answer.status === 200 ? utf8Text(answer.bytes) : answer.status;
  }

  /** A connection that is cut while the body is being sent counts as a refusal. */
  async isRefused(url: string, request: BlobRequest): Promise<boolean> {
    const status = await this.#harness.send(url, request).then(
      (answer) => answer.status,
      () => 0,
    );
    return status < 200 || status >= 400;
  }

  /** All keys that the store lists under a prefix, read page by page. */
  async keys(prefix: string): Promise<readonly string[]> {
    const keys: string[] = [];
    for (let after: BlobKey | undefined; ; ) {
      const page = await this.#harness.store.list(prefix, after);
      keys.push(...page.keys);
      if (page.next === undefined) return keys;
      after = page.next;
    }
  }
}

export const blobKey = (name: string): BlobKey => name as BlobKey;
export const utf8Bytes = (content: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(content);
export const utf8Text = (content: Uint8Array): string => new TextDecoder().decode(content);
