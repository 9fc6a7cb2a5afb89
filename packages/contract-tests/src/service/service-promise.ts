import type { PromiseTest } from '../base/promise.ts';
import type { World } from './world.ts';

/** A test of one or more rows of the conformance page, as data. */
export type ServicePromise = PromiseTest<World> &
  Readonly<{
    /** Further rows that the test shows. */
    also?: readonly string[];
    /** Error codes that the test provokes; checked after its run. */
    codes?: readonly string[];
  }>;
