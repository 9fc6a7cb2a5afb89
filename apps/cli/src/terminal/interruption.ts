import { Interrupted } from '../errors/problem.ts';

/** Milliseconds in which a second one is the same: of a terminal and of the program that started this one. */
const SAME = 500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let made: AbortSignal | undefined;

/**
 * Aborted at the first signal to end, so that what is under way is left in order; the second one ends the process at
 * once. Before somebody asks for it, signals do what they always do.
 */
export function interruption(): AbortSignal {
  made ??= listening();
  return made;
}

function listening(): AbortSignal {
  const controller = new AbortController();
  let first = 0;
  for (const name of SIGNALS)
    process.on(name, () => {
      const interrupted = new Interrupted(name);
      if (controller.signal.aborted && performance.now() - first < SAME) return;
      // oxlint-disable-next-line unicorn/no-process-exit -- whoever asks twice does not want to wait
      if (controller.signal.aborted) process.exit(interrupted.exitCode);
      first = performance.now();
      controller.abort(interrupted);
    });
  return controller.signal;
}
