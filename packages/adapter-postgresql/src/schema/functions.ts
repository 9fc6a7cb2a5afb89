import { CHANGE_ROW, COMMIT } from './commit-function.ts';
import type { DatabaseFunction } from './database-function.ts';
import { TAKE } from './limits-function.ts';

/** Made once, with the tables. */
export const TYPES = CHANGE_ROW;

/** INVARIANT: each does what it did in every release with the same layout, because processes of several releases may call it. */
export const FUNCTIONS: readonly DatabaseFunction[] = [COMMIT, TAKE];
