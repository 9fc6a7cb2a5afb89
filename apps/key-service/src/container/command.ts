import type { Settings } from '../config/settings.ts';
import { lineLog } from './line-log.ts';
import { type KeyServiceStore, openStore } from './store.ts';

/** Runs a command and returns its exit code. */
export type RunCommand = (settings: Settings, args: readonly string[]) => Promise<number>;

/** A command of the operator, with the sentence that help shows. */
export type KeyServiceCommand = Readonly<{ text: string; run: RunCommand }>;

/** A sentence for the operator; the exit code is 1. */
export class Problem extends Error {}

export const writeOutput = (text: string): boolean => process.stdout.write(text);

const QUIET = lineLog(() => undefined);

/** Opens the store for the time of `work`. The running key service may have it open, too. */
export async function withStore<T>(
  settings: Pick<Settings, 'dataDir' | 'url' | 'keysPerHour'>,
  work: (store: KeyServiceStore) => Promise<T>,
): Promise<T> {
  const store = await openStore(settings, QUIET);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
