import { StrongroomError } from '../error.ts';
import type { KeyUnwrapper } from '../key-unwrapper.ts';
import { type Bytes, ownBytes } from './bytes.ts';

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
