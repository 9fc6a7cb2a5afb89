import type { fileCalls } from '../calls/files.ts';
import { StrongroomError } from '../error.ts';
import { pauseAfter, type RetryPolicy } from '../http/retries.ts';
import type { KeyUnwrapper, WrappedDataKey } from '../key-unwrapper.ts';

type Calls = Pick<ReturnType<typeof fileCalls>, 'grantKey'>;

/**
 * A key service that asks to wait is asked again after that time, with a fresh grant: a grant lives for two minutes, and a limit
 * of the key service may last an hour. So is one whose grant ended while its file waited for others.
 */
export function patientUnwrapper(unwrapper: KeyUnwrapper, files: Calls, retries: RetryPolicy): KeyUnwrapper {
  const { client } = unwrapper;
  if (client === undefined) return unwrapper;
  const granted = async (wrapped: WrappedDataKey, fileId: string): Promise<WrappedDataKey> => {
    const { op = 'open', signal } = wrapped;
    const fresh = await files.grantKey(fileId, { client_jkt: await client(), op }, { signal });
    return { ...wrapped, grant: fresh.key_grant, grantMissing: fresh.key_grant_missing };
  };
  return {
    client,
    expect: (keys) => unwrapper.expect?.(keys),
    unwrap: async (first) => {
      const { fileId, signal } = first;
      let waited = 0;
      let hasEnded = false;
      for (let wrapped = first; ; ) {
        try {
          return await unwrapper.unwrap(wrapped);
        } catch (error) {
          signal?.throwIfAborted();
          if (fileId === undefined || !(error instanceof StrongroomError)) throw error;
          if (error.code === 'RATE_LIMIT_EXCEEDED') {
            const milliseconds = pauseAfter(error, 1, retries.time);
            if (waited + milliseconds > retries.waiting) throw error;
            waited += milliseconds;
            retries.onWait?.({ milliseconds, code: error.code, for: 'key-service' });
            await retries.time.pause(milliseconds, signal);
          } else if (error.code !== 'GRANT_EXPIRED' || hasEnded) throw error;
          else hasEnded = true;
          wrapped = await granted(first, fileId);
        }
      }
    },
  };
}
