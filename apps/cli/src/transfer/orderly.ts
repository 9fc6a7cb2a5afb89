/** Milliseconds to wait for the service's answer after an interruption. */
const GRACE_MS = 5_000;

/** Ends an upload between its steps. */
export type Orderly = Readonly<{
  /** The signal of the upload. */
  signal: AbortSignal;
  /** Call when the service has named the file. */
  announced: () => void;
  /** Call with the progress of the transfer. */
  moved: (progress: Readonly<{ transferred: number; total: number }>) => void;
  end: () => void;
}>;

/**
 * Interrupts a transfer of bytes at once, but waits for an answer of the service: otherwise a file could be announced
 * or confirmed without a local record.
 */
export function orderly(outer: AbortSignal): Orderly {
  const controller = new AbortController();
  let isSending = false;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => controller.abort(outer.reason);
  const wanted = (): void => {
    if (isSending) stop();
    else timer = setTimeout(stop, GRACE_MS);
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
