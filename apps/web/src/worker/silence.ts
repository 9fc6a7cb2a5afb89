import { type Clock, pageClock } from '../base/clock.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Milliseconds; a key service answers in a few. */
const SILENT_AFTER_MS = 5000;

/** A proxy without a server behind it. */
const isOfProxy = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** Watches calls of a server, and reports when it falls silent and when it answers again. */
export function watchSilence(
  call: Fetch,
  report: (isSilent: boolean) => void,
  clock: Pick<Clock, 'after'> = pageClock,
): Fetch {
  let wasSilent = false;
  const tell = (isSilent: boolean): void => {
    if (isSilent !== wasSilent) report(isSilent);
    wasSilent = isSilent;
  };
  return async (url, init) => {
    const cancel = clock.after(SILENT_AFTER_MS, () => tell(true));
    try {
      const response = await call(url, init);
      tell(isOfProxy(response));
      return response;
    } catch (error) {
      if (init.signal?.aborted !== true) tell(true);
      throw error;
    } finally {
      cancel();
    }
  };
}
