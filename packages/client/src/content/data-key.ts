import { StrongroomError } from '../error.ts';
import type { KeyOp, KeyUnwrapper } from '../key-unwrapper.ts';
import { type Bytes, ownBytes } from './bytes.ts';

type Wrapped = Readonly<{
  wrapped_dek: string;
  kms_key_id: string;
  wrapped_dek_aad?: string | null;
  key_grant?: string | null;
  key_grant_missing?: string | null;
}>;

/** The use of a key: its file and its purpose are what the client asked for, not what an answer says. */
export type KeyUse = Readonly<{ fileId?: string | undefined; op: KeyOp; signal: AbortSignal | undefined }>;

const KEY_BYTES = 32;

/** Unwraps a data key for the duration of `work`, then wipes it. Throws KEY_NOT_UNWRAPPED, KEY_MALFORMED. */
export async function withDataKey<T>(
  unwrapper: KeyUnwrapper,
  released: Wrapped,
  { fileId, op, signal }: KeyUse,
  work: (dek: Bytes) => Promise<T>,
): Promise<T> {
  const wrapped = {
    wrappedDek: released.wrapped_dek,
    kmsKeyId: released.kms_key_id,
    aad: released.wrapped_dek_aad ?? null,
    grant: released.key_grant,
    grantMissing: released.key_grant_missing,
    fileId,
    op,
    signal,
  };
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
