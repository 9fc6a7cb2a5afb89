import type { Log } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';

/** Milliseconds from the end of the drain to the forced end of the process. */
export const STOP_MS = 9500;

type Service = Readonly<{
  /** Says that it is not ready, and still serves, for a time in milliseconds. */
  drain: (milliseconds: number) => Promise<void>;
  /** Finishes what runs, and closes. */
  stop: () => Promise<void>;
}>;

/**
 * Resolves with the exit code once a signal has stopped the service: SIGTERM of a supervisor drains it first, for
 * `drainSeconds`; SIGINT of a person at a terminal does not. Another signal ends the drain, and a third one the process.
 */
export function untilStopped(
  service: Service,
  { drainSeconds, log }: Readonly<{ drainSeconds: number; log: Log }>,
): Promise<number> {
  return new Promise((resolve) => {
    let isDraining = false;
    let isStopping = false;
    const stop = (): void => {
      if (isStopping) return;
      isStopping = true;
      setTimeout(() => process.exit(1), STOP_MS).unref();
      service.stop().then(
        () => resolve(0),
        (error: unknown) => {
          logError(log, 'error', 'stopping failed', error);
          resolve(1);
        },
      );
    };
    const onSignal = (signal: string): void => {
      if (isStopping) process.exit(1);
      const drains = !isDraining && signal === 'SIGTERM' && drainSeconds > 0;
      log.info('stopping', { signal, ...(drains ? { drain_seconds: drainSeconds } : {}) });
      isDraining = true;
      if (drains) void service.drain(drainSeconds * 1000).then(stop);
      else stop();
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  });
}
