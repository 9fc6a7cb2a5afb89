import { type NetworkOptions, objectRefused, StrongroomError } from '@strongroom/client';

/** Milliseconds without any progress. */
const STALLED_MS = 60_000;

/** PUTs an object and reports how much of it has left, which `fetch` cannot. Throws CONNECTION_LOST, TIMED_OUT, OBJECT_REFUSED. */
export const putObject: NonNullable<NetworkOptions['put']> = (url, bytes, { signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = (error: unknown): void => {
      reject(error);
      request.abort();
    };
    const alive = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => stop(new StrongroomError('TIMED_OUT')), STALLED_MS);
    };
    const aborted = (): void => stop(signal?.reason);
    signal?.addEventListener('abort', aborted, { once: true });
    request.upload.addEventListener('progress', ({ loaded }) => {
      alive();
      onProgress?.({ transferred: loaded, total: bytes.length });
    });
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
      if (request.status >= 200 && request.status < 300) resolve();
      else if (request.status === 0) reject(new StrongroomError('CONNECTION_LOST'));
      else reject(refusal(request));
    });
    alive();
    onProgress?.({ transferred: 0, total: bytes.length });
    request.open('PUT', url);
    request.send(bytes);
  });

/** The error of a refusal by the service's own store; another store's text may contain anything. */
function refusal({ status, responseText }: XMLHttpRequest): StrongroomError {
  const code = CODE.exec(responseText)?.[1];
  return code === undefined ? objectRefused({ status }, responseText) : new StrongroomError(code, { status });
}

const CODE = /"code":"(STORAGE_FULL|URL_EXPIRED|TOO_MANY_UPLOADS|PAYLOAD_TOO_LARGE|SIGNATURE_INVALID)"/;
