import type { FromWorker } from '../worker/messages.ts';

type Parts<W> = Readonly<{
  start: () => W;
  /** Resolves when the service answers, but not before a short pause. */
  whenUp: () => Promise<void>;
  /** Called with each message, and the worker that it is from. */
  receive: (message: FromWorker, from: W) => void;
}>;

/** Starts a worker, and another one while no script of it loads. Returns a function that ends it. */
export function startPatiently<W extends Pick<Worker, 'addEventListener' | 'terminate'>>({
  start,
  whenUp,
  receive,
}: Parts<W>): () => void {
  let isAlive = false;
  let isEnded = false;
  let worker = begin();
  function begin(): W {
    const begun = start();
    begun.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (isEnded) return;
      isAlive = true;
      receive(data, begun);
    });
    // A fault of a script that runs is an ErrorEvent with a message.
    begun.addEventListener('error', (event) => {
      if (!isAlive && !event.message && begun === worker) void again(begun);
    });
    return begun;
  }
  async function again(failed: W): Promise<void> {
    await whenUp();
    // It may run after all. A second report of the same script came meanwhile.
    if (isEnded || isAlive || worker !== failed) return;
    failed.terminate();
    worker = begin();
  }
  return () => {
    isEnded = true;
    worker.terminate();
  };
}
