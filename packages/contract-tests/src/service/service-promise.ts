import type { Promised } from '../promise.ts';
import type { World } from './world.ts';

/** A test of one row of the specification (and of further ones), as data. */
export type ServicePromise = Promised<World> &
  Readonly<{
    /** Rows besides `id` that it shows. */
    also?: readonly string[];
    /** Error codes it gets from outside; whether it did is checked after it ran. */
    codes?: readonly string[];
  }>;
