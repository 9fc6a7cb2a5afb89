import { StrongroomError } from '../base/error.ts';
import type { KeyOp, KeyUnwrapper, Renewal, WrappedDataKey } from '../base/key-unwrapper.ts';
import { type Bytes, ownBytes } from './bytes.ts';

type Wrapped = Readonly<{
  wrapped_dek: string;
  kms_key_id: string;
  wrapped_dek_aad?: string | null;
  key_grant?: string | null;
  key_grant_missing?: string | null;
}>;

/** The use of a key: its file and its purpose are what the client asked for, not what an answer says. */
export type KeyUse = Renewal & Readonly<{ fileId?: string | undefined; op: KeyOp; signal: AbortSignal | undefined }>;

const KEY_BYTES = 32;

/** Unwraps a data key for the duration of `work`. Throws KEY_NOT_UNWRAPPED, KEY_MALFORMED. */
export type WithKey<K> = <T>(
  unwrapper: KeyUnwrapper,
  released: Wrapped,
  use: KeyUse,
  work: (key: K) => Promise<T>,
) => Promise<T>;

/** Holds the bytes of the key, and wipes them after `work`. */
export const withDataKey: WithKey<Bytes> = async (unwrapper, released, use, work) => {
  const unwrapped = await explained(unwrapper.unwrap(wrappedKeyOf(released, use)), use);
  const dek = ownBytes(unwrapped);
  unwrapped.fill(0);
  try {
    use.signal?.throwIfAborted();
    if (dek.length !== KEY_BYTES) throw new StrongroomError('KEY_MALFORMED');
    return await work(dek);
  } finally {
    dek.fill(0);
  }
};

/** Holds a key whose bytes no script can read. They are in memory for a moment where the unwrapper has nothing but bytes. */
export const withHiddenKey: WithKey<CryptoKey> = async (unwrapper, released, use, work) => {
  const { op, signal } = use;
  if (unwrapper.unwrapHidden === undefined) {
    const usage = op === 'seal' ? 'encrypt' : 'decrypt';
    const key = await withDataKey(unwrapper, released, use, (dek) =>
      crypto.subtle.importKey('raw', dek, 'AES-GCM', false, [usage]),
    );
    return work(key);
  }
  const key = await explained(unwrapper.unwrapHidden(wrappedKeyOf(released, use)), use);
  signal?.throwIfAborted();
  return work(key);
};

const wrappedKeyOf = (released: Wrapped, { fileId, uploadId, version, op, signal }: KeyUse): WrappedDataKey => ({
  wrappedDek: released.wrapped_dek,
  kmsKeyId: released.kms_key_id,
  aad: released.wrapped_dek_aad ?? null,
  grant: released.key_grant,
  grantMissing: released.key_grant_missing,
  fileId,
  uploadId,
  version,
  op,
  signal,
});

/** Key management of the caller may fail with anything. */
const explained = <K>(unwrapping: Promise<K>, { signal }: KeyUse): Promise<K> =>
  unwrapping.catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw cause instanceof StrongroomError ? cause : new StrongroomError('KEY_NOT_UNWRAPPED', { cause });
  });
