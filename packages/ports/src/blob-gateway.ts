import { hasErrorName } from './errors.ts';

/**
 * Serves requests under `/blobs/`, for a blob store without a server of its own. Cloud stores do not implement it: their
 * signed URLs lead to the cloud.
 */
export interface BlobGateway {
  /**
   * Stores the body at the address, streaming, and takes its pieces over. Throws BlobRefusal, URL_EXPIRED also if the address
   * expires while the body arrives.
   */
  put(address: BlobAddress, body: AsyncIterable<Uint8Array>): Promise<Readonly<{ etag: string }>>;
  /** Opens the object at the address. Throws BlobRefusal. `range` is the raw `Range` header. */
  get(address: BlobAddress, range: string | undefined): Promise<BlobContent>;
  head(address: BlobAddress, range: string | undefined): Promise<Omit<BlobContent, 'body'>>;
}

/** The part of the address after `/blobs/`, still percent-encoded, and the raw query. */
export type BlobAddress = Readonly<{ path: string; query: string }>;

export type BlobContent = Readonly<{
  etag: string;
  /** Whole size of the object in bytes. */
  size: number;
  /** First and last byte of the body, both included; absent when the body is the whole object. */
  range?: Readonly<{ first: number; last: number }>;
  /** Each chunk is valid until the next one is requested. Must be read, or the object stays open. */
  body: AsyncIterable<Uint8Array>;
}>;

export type BlobRefusalCode =
  | 'SIGNATURE_INVALID'
  | 'URL_EXPIRED'
  | 'OBJECT_NOT_FOUND'
  | 'RANGE_NOT_SATISFIABLE'
  | 'PAYLOAD_TOO_LARGE'
  | 'STORAGE_FULL'
  | 'TOO_MANY_UPLOADS';

export class BlobRefusal extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasErrorName(value, 'BlobRefusal');
  }

  override readonly name = 'BlobRefusal';
  readonly code: BlobRefusalCode;
  /** With RANGE_NOT_SATISFIABLE: the size of the object, for `Content-Range`. */
  readonly size: number | undefined;
  constructor(code: BlobRefusalCode, size?: number) {
    super(code);
    this.code = code;
    this.size = size;
  }
}
