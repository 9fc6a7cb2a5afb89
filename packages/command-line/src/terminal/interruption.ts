import { Interrupted } from '../errors/problem.ts';

/** Milliseconds in which repeated signals count as one: a terminal and a parent process may both send it. */
const SAME_SIGNAL_MS = 500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let made: AbortSignal | undefined;

/**
 * Aborted at the first signal, so that work in progress ends cleanly; a second signal ends the process at once. Until
 * the first call of this function, signals keep their usual effect.
 */
export function interruptionSignal(): AbortSignal {
  made ??= listening();
  return made;
}

function listening(): AbortSignal {
  const controller = new AbortController();
  let first = 0;
  for (const name of SIGNALS)
    process.on(name, () => {
      const interrupted = new Interrupted(name);
      if (controller.signal.aborted && performance.now() - first < SAME_SIGNAL_MS) return;
      // oxlint-disable-next-line unicorn/no-process-exit -- a second signal means: do not wait
      if (controller.signal.aborted) process.exit(interrupted.exitCode);
      first = performance.now();
      controller.abort(interrupted);
    });
  return controller.signal;
}
