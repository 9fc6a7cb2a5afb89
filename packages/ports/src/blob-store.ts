import type { Branded, Instant } from '@strongroom/domain';

/** Name of an object: segments of `[a-z0-9-]` joined by `/`, made by the service only, never from what a person typed. */
export type BlobKey = Branded<string, 'BlobKey'>;

export type BlobStat = Readonly<{
  /** Bytes. */
  size: number;
  /** Names this very content, in characters a-z, 0-9 and '-' (at most 64); another PUT makes another generation. */
  generation: string;
}>;

export type UploadRequest = Readonly<{
  key: BlobKey;
  /** Bytes. */
  size: number;
  expiresAt: Instant;
  /** Whose upload it is, for a store that moves the bytes itself: it takes some of them at a time. */
  uploader?: string;
}>;

/**
 * Ciphertext objects. The bytes never pass through the rules: clients move them over signed addresses.
 *
 * - [BS-01] A signed upload address takes one PUT of the announced size, and `stat` then tells its size.
 * - [BS-02] A signed download address gives back exactly the bytes that were put, also for an empty object.
 * - [BS-03] An upload address works for its own key and for PUT only; a download address for its own key and for GET and HEAD only.
 * - [BS-04] After `expiresAt` an address is refused; until then it works any number of times.
 * - [BS-05] A changed address (key, expiry, size, method, signature) is refused.
 * - [BS-06] Another PUT to the same address makes another generation; an equal body too.
 * - [BS-07] More than the announced size and 16 bytes is refused and leaves what was there before as it was.
 * - [BS-08] `stat` of what is not there is `undefined`.
 * - [BS-09] `seal` moves exactly the named generation to the sealed name; from then on `stat` of the upload name is `undefined` until another PUT.
 * - [BS-10] `seal` of a generation that is not at the upload name throws GenerationGone and makes nothing, unless the sealed name holds that generation already, in which case it resolves.
 * - [BS-11] After `seal`, a further PUT to the upload address changes nothing at the sealed name.
 * - [BS-12] Of several `seal` calls for the same generation at the same time all resolve, and one object stands at the sealed name.
 * - [BS-13] `delete` removes every generation; deleting what is gone is no error; a download address then finds nothing.
 * - [BS-14] `list` returns the keys under a prefix in byte order, in pages that neither repeat nor skip, and nothing else.
 * - [BS-15] An upload that breaks off leaves no object, and what was there before as it was.
 * - [BS-16] Of two PUTs to the same address at the same time, one whole body stands at the end, never a mixture.
 * - [BS-17] A key of another form is refused with TypeError before anything is touched.
 * - [BS-18] `keptAfterDeletion` tells honestly, in whole seconds, for how long a deleted object can still be had back; 0 is not at all.
 * - [BS-19] A download address is of the origin that `downloadOrigin` tells; a store that tells none has its bytes moved by the service itself, as a BlobGateway.
 * - [BS-20] An upload that is not whole `uploadsOutlive` seconds after `expiresAt` makes no object, and what was there stays; that number is whole and at least 0.
 * - [BS-21] A BlobGateway takes one upload at a time to an address, and 8 of one uploader; more are refused TOO_MANY_UPLOADS before their body is read, until another has ended.
 */
export interface BlobStore {
  /** An address to PUT one object of `size` bytes to, without any header that the client must repeat. */
  signUpload(request: UploadRequest): Promise<string>;
  signDownload(request: Readonly<{ key: BlobKey; expiresAt: Instant }>): Promise<string>;
  stat(key: BlobKey): Promise<BlobStat | undefined>;
  /** Moves exactly this generation, server-side, to a name no upload address was ever signed for. */
  seal(upload: BlobKey, generation: string, sealed: BlobKey): Promise<void>;
  delete(key: BlobKey): Promise<void>;
  list(prefix: string, after?: BlobKey): Promise<Readonly<{ keys: readonly BlobKey[]; next?: BlobKey }>>;
  /** Rejects with Unavailable when the store cannot serve or its settings break a promise. */
  check(): Promise<void>;
  /** Seconds for which whoever administers the store can have back what was deleted, as `check` or opening last saw it. */
  readonly keptAfterDeletion: number;
  /** Seconds after `expiresAt` in which an upload that began in time can still become an object; 0 where the store cuts it. */
  readonly uploadsOutlive: number;
  /** The origin of download addresses that lead past the service: what a web page must be allowed to ask. */
  readonly downloadOrigin: string | undefined;
}

const BLOB_KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/;

export const isBlobKey = (text: string): text is BlobKey => text.length <= 512 && BLOB_KEY.test(text);

/** Throws TypeError for a key of another form [BS-17]. */
export function blobKey(text: string): BlobKey {
  if (!isBlobKey(text)) throw new TypeError('a blob key has segments of a-z, 0-9 and "-" joined by "/"');
  return text;
}
