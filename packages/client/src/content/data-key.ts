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
  signal?: AbortSignal | undefined;
}>;

/** Your own key management. The client overwrites the returned bytes with zeros after use. */
export interface KeyUnwrapper {
  unwrap: (wrapped: WrappedDataKey) => Promise<Uint8Array>;
}

type Wrapped = Readonly<{ wrapped_dek: string; kms_key_id: string; wrapped_dek_aad?: string | null }>;

const KEY_BYTES = 32;

/** Unwraps a data key for the duration of `work`, then wipes it. Throws KEY_NOT_UNWRAPPED, KEY_MALFORMED. */
export async function withDataKey<T>(
  unwrapper: KeyUnwrapper,
  { wrapped_dek: wrappedDek, kms_key_id: kmsKeyId, wrapped_dek_aad: aad = null }: Wrapped,
  signal: AbortSignal | undefined,
  work: (dek: Bytes) => Promise<T>,
): Promise<T> {
  const unwrapped = await unwrapper.unwrap({ wrappedDek, kmsKeyId, aad, signal }).catch((cause: unknown) => {
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
