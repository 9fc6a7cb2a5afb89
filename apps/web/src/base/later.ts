import { StrongroomError } from '@strongroom/client';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { isConnected, whenUp } from './connection.ts';
import { PageError } from './explain.ts';
import { ObservedValue } from './observed.ts';

const ATTEMPTS = 3;
const PAUSE_MS = 1000;

const NOT_THERE =
  'A part of this page did not arrive. The service was updated meanwhile, or another server answers in place of it. Reload the page: uploads go on after that.';

/** The parts of the page that were opened and wait for the service. */
export const partsWaiting = new ObservedValue(0);

async function waitForService(): Promise<void> {
  const change = (by: number): void => {
    partsWaiting.value += by;
    partsWaiting.draw();
  };
  change(1);
  try {
    await whenUp();
  } finally {
    change(-1);
  }
}

/**
 * A component that is fetched when it is shown first. Without a line it waits for the service, and the page stays. Throws
 * PageError where the service answers and the component does not come.
 */
export const loadLater = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> => lazy(async () => ({ default: await persistently(load) }));

/** The work of a press, which is fetched when it is pressed first. Throws CONNECTION_LOST at once without a line, PageError. */
export async function loadNow<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    throw isConnected() ? new PageError(NOT_THERE) : new StrongroomError('CONNECTION_LOST');
  }
}

async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS; left > 0; left--) {
    try {
      return await load();
    } catch {
      await waitForService();
      if (left > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  throw new PageError(NOT_THERE);
}
