import { setTimeout as pause } from 'node:timers/promises';
import type { Dependency, Log } from '@strongroom/ports';

/** Milliseconds between two attempts. */
const PAUSE_MS = 1000;

/** A dependency that cannot be reached yet, and fields that say why. */
export type AwaitedDependency = Readonly<{ dependency: Dependency } & Record<string, unknown>>;

type How = Readonly<{
  /** Time in which a dependency may come. */
  waitSeconds: number;
  /** The dependency whose absence is the reason of an error; undefined for every error that is not cured by waiting. */
  awaitedIn: (error: unknown) => AwaitedDependency | undefined;
  log: Log;
}>;

/**
 * Opens a service, again each second while a dependency cannot be reached, and says in the log which one. `open` has to leave
 * nothing open when it rejects. Rejects with its last error.
 */
export async function openPatiently<T>(open: () => Promise<T>, { waitSeconds, awaitedIn, log }: How): Promise<T> {
  const until = performance.now() + waitSeconds * 1000;
  for (;;)
    try {
      return await open();
    } catch (error) {
      const awaited = awaitedIn(error);
      if (awaited === undefined || performance.now() + PAUSE_MS > until) throw error;
      log.warn('the start waits for a dependency', { ...awaited, wait_seconds: waitSeconds });
      await pause(PAUSE_MS);
    }
}
