import type { FromWorker, ToWorker } from './messages.ts';
import type { TransferPort } from './transfers.ts';

type Parts = Readonly<{
  start: () => Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;
  /** Resolves when the service answers, but not before a short pause. */
  whenUp: () => Promise<void>;
  receive: (message: FromWorker) => void;
}>;

/** Restarts the worker if its script did not load, and posts the earlier messages again. */
export function startPatiently({ start, whenUp, receive }: Parts): TransferPort {
  let posted: ToWorker[] = [];
  let isAlive = false;
  let isEnded = false;
  let worker = begin();
  function begin(): ReturnType<Parts['start']> {
    const begun = start();
    begun.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      isAlive = true;
      posted = [];
      receive(data);
    });
    // A fault of a script that runs is an ErrorEvent with a message.
    begun.addEventListener('error', (event) => {
      if (!isAlive && !event.message && begun === worker) void again(begun);
    });
    return begun;
  }
  async function again(failed: ReturnType<Parts['start']>): Promise<void> {
    await whenUp();
    // One that answered after all has the keys. A second report of the same script came meanwhile.
    if (isEnded || isAlive || worker !== failed) return;
    failed.terminate();
    worker = begin();
    for (const message of posted) worker.postMessage(message);
  }
  return {
    post: (message) => {
      if (!isAlive) posted.push(message);
      worker.postMessage(message);
    },
    end: () => {
      isEnded = true;
      worker.terminate();
    },
  };
}
