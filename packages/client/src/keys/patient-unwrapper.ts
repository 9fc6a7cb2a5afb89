import { StrongroomError } from '../base/error.ts';
import type { KeyUnwrapper, WrappedDataKey } from '../base/key-unwrapper.ts';
import type { fileCalls } from '../calls/files.ts';
import type { ClientNetwork } from '../content/settings.ts';
import { pauseAfter, pauseFor } from '../http/retries.ts';

type Calls = Pick<ReturnType<typeof fileCalls>, 'grantKey'>;

/** A grant that ended while its file waited for others, or one by a machine whose key the key service does not know yet. */
const GRANT_REFUSED: ReadonlySet<string> = new Set(['GRANT_EXPIRED', 'GRANT_INVALID']);

/**
 * A key service that asks to wait is asked again after that time, with a fresh grant: a grant lives for two minutes, and a limit
 * of the key service may last an hour. After a refused grant it is asked once more, with another one.
 */
export function patientUnwrapper(
  unwrapper: KeyUnwrapper,
  files: Calls,
  { retries, keyWaiting }: Pick<ClientNetwork, 'retries' | 'keyWaiting'>,
): KeyUnwrapper {
  const { client } = unwrapper;
  if (client === undefined) return unwrapper;
  const granted = async (wrapped: WrappedDataKey, fileId: string): Promise<WrappedDataKey> => {
    const { uploadId = fileId, version, op = 'open', signal } = wrapped;
    const fresh = await files.grantKey(uploadId, { client_jkt: await client(), op, version }, { signal });
    return { ...wrapped, grant: fresh.key_grant, grantMissing: fresh.key_grant_missing };
  };
  const patiently =
    <K>(unwrap: (wrapped: WrappedDataKey) => Promise<K>) =>
    async (first: WrappedDataKey): Promise<K> => {
      const { fileId, signal } = first;
      let waited = 0;
      let wasRefused = false;
      for (let wrapped = first; ; ) {
        try {
          return await unwrap(wrapped);
        } catch (error) {
          signal?.throwIfAborted();
          if (fileId === undefined || !(error instanceof StrongroomError)) throw error;
          if (error.code === 'RATE_LIMIT_EXCEEDED' && error.retryAfter !== undefined) {
            const milliseconds = pauseAfter(error, 1, retries.time);
            if (waited + milliseconds > keyWaiting) throw error;
            waited += milliseconds;
            await pauseFor({ milliseconds, code: error.code, for: 'key-service' }, retries, signal);
          } else if (wasRefused || !GRANT_REFUSED.has(error.code)) throw error;
          else wasRefused = true;
          wrapped = await granted(first, fileId);
        }
      }
    };
  const { unwrapHidden } = unwrapper;
  return {
    client,
    expect: (...keys) => unwrapper.expect?.(...keys),
    unwrap: patiently((wrapped) => unwrapper.unwrap(wrapped)),
    ...(unwrapHidden === undefined ? {} : { unwrapHidden: patiently((wrapped) => unwrapHidden(wrapped)) }),
  };
}
