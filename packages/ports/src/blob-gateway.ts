/**
 * What a blob store offers that has no server of its own: the HTTP layer hands the requests under `/blobs/` to it.
 * Cloud stores do not implement it; their addresses lead past the service.
 */
export interface BlobGateway {
  /** Stores the body at the address, streaming. Throws BlobRefusal, URL_EXPIRED also where the address expires meanwhile. */
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
  /** First and last byte of what is sent, both included; absent when the whole object is sent. */
  range?: Readonly<{ first: number; last: number }>;
  /** Each piece is there until the next one is asked for. Has to be read, or the object stays open. */
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
  override readonly name = 'BlobRefusal';
  readonly code: BlobRefusalCode;
  /** With RANGE_NOT_SATISFIABLE: the whole size, for `Content-Range`. */
  readonly size: number | undefined;
  constructor(code: BlobRefusalCode, size?: number) {
    super(code);
    this.code = code;
    this.size = size;
  }
}
