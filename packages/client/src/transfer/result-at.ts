import { StrongroomError } from '../base/error.ts';
import type { Result } from '../calls/caller.ts';

/** The data of one item of a bulk answer. Throws its error. */
export function resultAt<T>(results: readonly Result<T>[], index: number): T {
  const result = results.find((one) => one.index === index);
  if (result?.data !== undefined) return result.data;
  const { code = 'UNEXPECTED_ANSWER', ...about } = result?.error ?? {};
  throw new StrongroomError(code, about);
}
