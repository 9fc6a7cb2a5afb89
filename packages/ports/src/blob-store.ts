import type { Branded, Instant } from '@strongroom/domain';

/** Name of an object: segments of `[a-z0-9-]` joined by `/`, made by the service and never from user input. */
export type BlobKey = Branded<string, 'BlobKey'>;

export type BlobStat = Readonly<{
  /** Bytes. */
  size: number;
  /** Identifies this content, in at most 64 characters a-z, 0-9 and '-'; another PUT makes another generation. */
  generation: string;
}>;

export type UploadRequest = Readonly<{
  key: BlobKey;
  /** Bytes. */
  size: number;
  expiresAt: Instant;
  /** Uploading user. A store that receives the bytes itself limits concurrent uploads per user. */
  uploader?: string;
}>;

/**
 * Ciphertext objects. Clients upload and download them with signed addresses.
 *
 * - [BS-01] A signed upload address accepts a PUT of the announced size, and `stat` then returns that size.
 * - [BS-02] A signed download address returns exactly the bytes that were put, even for an empty object.
 * - [BS-03] An upload address works for its own key and for PUT only; a download address for its own key and for GET, and for HEAD where the service moves the bytes.
 * - [BS-04] After `expiresAt` an address is refused; until then it works any number of times.
 * - [BS-05] A changed address (key, expiry, size, method, signature) is refused; one with a repeated parameter is refused or does what was signed.
 * - [BS-06] Another PUT to the same address makes another generation, even with an equal body.
 * - [BS-07] A body of more than 16 bytes beyond the announced size is refused, and the previous object stays unchanged. Up to 16 bytes more are accepted whole; a store of another server may take the exact size only.
 * - [BS-08] `stat` of a missing object is `undefined`.
 * - [BS-09] `seal` moves exactly the named generation to the sealed name; from then on `stat` of the upload name is `undefined` until another PUT.
 * - [BS-10] `seal` of a generation that is not at the upload name throws GenerationGone and creates nothing; if the sealed name already holds that generation, it resolves.
 * - [BS-11] After `seal`, a further PUT to the upload address changes nothing at the sealed name.
 * - [BS-12] Concurrent `seal` calls for the same generation all resolve, and one object is at the sealed name.
 * - [BS-13] `delete` removes every generation; deleting a missing object succeeds; a download address then finds nothing.
 * - [BS-14] `list` returns the keys under a prefix in byte order, in pages that neither repeat nor skip, and nothing else.
 * - [BS-15] An interrupted upload creates no object, and the previous object stays unchanged.
 * - [BS-16] After two concurrent PUTs to the same address, the object is one of the two bodies, never a mixture.
 * - [BS-17] A malformed key is refused with TypeError before anything is changed.
 * - [BS-18] `keptAfterDeletion` is the number of whole seconds for which a deleted object can be recovered; 0 if it cannot.
 * - [BS-19] Download addresses have the origin `downloadOrigin`; without one, the store is a BlobGateway and the service moves the bytes.
 * - [BS-20] An upload that began in time may go on for `uploadsOutlive` seconds after `expiresAt`. One that is incomplete then creates no object, and the previous object stays; that number is whole and at least 0.
 * - [BS-21] A BlobGateway takes one upload at a time to an address, and 8 of one uploader; more are refused TOO_MANY_UPLOADS before their body is read, until another has ended.
 * - [BS-22] `signsLocally` is true only if signing calls no other system; 20 addresses then take less than a second.
 * - [BS-23] A BlobGateway that has no room for an object refuses its PUT with STORAGE_FULL; no object appears, and the previous one stays unchanged.
 * - [BS-24] `join` makes one new generation of the parts in their order, removes the parts, and resolves to true. A later PUT to the address of a part does not change it.
 * - [BS-25] `join` resolves to false if a part is missing; then nothing is changed.
 * - [BS-26] Of concurrent `join` calls for the same parts at least one resolves to true, and one whole object is stored.
 */
export interface BlobStore {
  /** An address for a PUT of `size` bytes. It requires no header of the client. */
  signUpload(request: UploadRequest): Promise<string>;
  signDownload(request: Readonly<{ key: BlobKey; expiresAt: Instant }>): Promise<string>;
  stat(key: BlobKey): Promise<BlobStat | undefined>;
  /** Moves exactly this generation to a name that no upload address was signed for. */
  seal(upload: BlobKey, generation: string, sealed: BlobKey): Promise<void>;
  /**
   * Joins uploaded objects to one: 2 to `MAX_PARTS` of them, each but the last of at least `MIN_PART_BYTES`. An upload then
   * survives a lost connection part by part. Optional: a store without it takes whole objects only.
   */
  join?(parts: readonly BlobKey[], upload: BlobKey): Promise<boolean>;
  delete(key: BlobKey): Promise<void>;
  list(prefix: string, after?: BlobKey): Promise<Readonly<{ keys: readonly BlobKey[]; next?: BlobKey }>>;
  /** Rejects with Unavailable when the store cannot serve or its settings break a promise. */
  check(): Promise<void>;
  /** Seconds for which an administrator of the store can recover deleted objects, as last read by `check` or when opened. */
  readonly keptAfterDeletion: number;
  /** Seconds after `expiresAt` in which an upload that began in time can still complete; 0 if the store cuts it off then. */
  readonly uploadsOutlive: number;
  /** Whether a signature costs only a little CPU of this process, so that it may be made before the decision. */
  readonly signsLocally: boolean;
  /** Origin of download addresses that lead to another server; the content security policy of a web page must allow it. */
  readonly downloadOrigin: string | undefined;
}

/** Maximum number of parts of an object: what Cloud Storage composes in one call. */
export const MAX_PARTS = 32;
/** Minimum bytes of a part that another one follows: what S3 requires. */
export const MIN_PART_BYTES = 5 * 1024 * 1024;

const BLOB_KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/;

export const isBlobKey = (text: string): text is BlobKey => text.length <= 512 && BLOB_KEY.test(text);

/** Throws TypeError for a malformed key [BS-17]. */
export function blobKey(text: string): BlobKey {
  if (!isBlobKey(text)) throw new TypeError('a blob key has segments of a-z, 0-9 and "-" joined by "/"');
  return text;
}
