/** Milliseconds that the service is waited for when somebody wants an end. */
const GRACE = 5_000;

/** Ends an upload between its steps. */
export type Orderly = Readonly<{
  /** For the upload. */
  signal: AbortSignal;
  /** The service has named the file. */
  announced: () => void;
  /** So much is on its way. */
  moved: (progress: Readonly<{ transferred: number; total: number }>) => void;
  end: () => void;
}>;

/**
 * Lets a transfer of bytes be broken off at once, and what was asked of the service be answered: else something could be
 * announced or confirmed that nobody here knows of.
 */
export function orderly(outer: AbortSignal): Orderly {
  const controller = new AbortController();
  let isSending = false;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => controller.abort(outer.reason);
  const wanted = (): void => {
    if (isSending) stop();
    else timer = setTimeout(stop, GRACE);
  };
  const sending = (is: boolean): void => {
    isSending = is;
    if (is && outer.aborted) stop();
  };
  outer.throwIfAborted();
  outer.addEventListener('abort', wanted, { once: true });
  return {
    signal: controller.signal,
    announced: () => sending(true),
    moved: ({ transferred, total }) => sending(transferred < total),
    end: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', wanted);
    },
  };
}
