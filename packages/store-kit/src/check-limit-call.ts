import type { Instant } from '@strongroom/domain';
import type { Window } from '@strongroom/ports';
import { isStorable } from './changes.ts';

/** Throws TypeError for an argument that a store would change or take for an operator: no text, a fraction, a lone surrogate. */
export function checkLimitCall(bucket: string, window: Window, at: Instant): void {
  if (!isStorable(bucket)) throw new TypeError('the name of a bucket is not a string');
  if (![window.limit, window.milliseconds, at].every(Number.isSafeInteger))
    throw new TypeError('limits and times are whole numbers');
}
