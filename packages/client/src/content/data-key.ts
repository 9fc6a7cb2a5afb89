import { StrongroomError } from '../error.ts';
import { type Bytes, ownBytes } from './bytes.ts';

/** A data key as the service hands it out. */
export type WrappedDataKey = Readonly<{
  /** Base64. */
  wrappedDek: string;
  /** Id of the key that wraps it. */
  kmsKeyId: string;
  /** Additional authenticated data, base64; null where none is used. */
  aad: string | null;
  /** The file that the key was asked for; undefined where a link leads to it. */
  fileId?: string | undefined;
  /** Reading a file, or encrypting a new one. */
  op?: 'open' | 'seal' | undefined;
  /** Grant for a key service; null or absent where the service gave none. */
  grant?: string | null | undefined;
  signal?: AbortSignal | undefined;
}>;

/** Your own key management. The client overwrites the returned bytes with zeros after use. */
export interface KeyUnwrapper {
  unwrap: (wrapped: WrappedDataKey) => Promise<Uint8Array>;
  /** Thumbprint of the key that grants are bound to. With it, the client asks the service for grants. */
  client?: () => Promise<string>;
  /** Tells of keys that will be unwrapped soon, so that they can be asked for in one call. */
  expect?: (granted: readonly GrantedKey[]) => void;
}

/** A wrapped key in base64, and its grant. */
export type GrantedKey = Readonly<{ wrappedDek: string; grant: string }>;

type Wrapped = Readonly<{
  wrapped_dek: string;
  kms_key_id: string;
  wrapped_dek_aad?: string | null;
  key_grant?: string | null;
}>;

/** The use of a key: its file and its purpose are what the client asked for, not what an answer says. */
export type KeyUse = Readonly<{ fileId?: string | undefined; op: 'open' | 'seal'; signal: AbortSignal | undefined }>;

const KEY_BYTES = 32;

/** Unwraps a data key for the duration of `work`, then wipes it. Throws KEY_NOT_UNWRAPPED, KEY_MALFORMED. */
export async function withDataKey<T>(
  unwrapper: KeyUnwrapper,
  { wrapped_dek: wrappedDek, kms_key_id: kmsKeyId, wrapped_dek_aad: aad = null, key_grant: grant }: Wrapped,
  { fileId, op, signal }: KeyUse,
  work: (dek: Bytes) => Promise<T>,
): Promise<T> {
  const wrapped = { wrappedDek, kmsKeyId, aad, fileId, op, grant, signal };
  const unwrapped = await unwrapper.unwrap(wrapped).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw cause instanceof StrongroomError ? cause : new StrongroomError('KEY_NOT_UNWRAPPED', { cause });
  });
  const dek = ownBytes(unwrapped);
  unwrapped.fill(0);
  try {
    signal?.throwIfAborted();
    if (dek.length !== KEY_BYTES) throw new StrongroomError('KEY_MALFORMED');
    return await work(dek);
  } finally {
    dek.fill(0);
  }
}
