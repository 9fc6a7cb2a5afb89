import { afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import { build } from '../support/built.ts';
import { FaultyLink } from './faulty-link.ts';

/** A place, and a network link between the service and a dependency; new for every test. */
export function withFaultyLink<P extends { end(): Promise<unknown> }>(
  make: () => Promise<P>,
  portOf: (at: P) => number,
): { at: P; link: FaultyLink } {
  // Each test starts processes, on machines that may be busy.
  jest.setTimeout(120_000);
  beforeAll(build, 120_000);
  const held = {} as { at: P; link: FaultyLink };
  beforeEach(async () => {
    held.at = await make();
    held.link = await FaultyLink.to(portOf(held.at));
  });
  afterEach(async () => {
    await held.link.end();
    await held.at.end();
  });
  return held;
}
