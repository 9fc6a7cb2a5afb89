import type { Value } from '@strongroom/domain';
import type { Ids } from '@strongroom/ports';

/**
 * The id that a caller sent. An id of the wrong form is replaced by a fresh one, so that it costs and answers the same
 * as an unknown one.
 */
export const idOrRandom = <Id extends string>(value: Value<Id>, text: string, ids: Ids): Id =>
  value.is(text) ? text : ids.uuid<Id>();

/**
 * A nonexistent id for round two to read by, derived from the requested one. An absent resource leads to the same ids
 * on every request, as a hidden one does: fresh ids are slower to read, and the time would reveal the difference. The
 * version digit never occurs in generated ids.
 */
export const absentId = <Id extends string>(value: Value<Id>, asked: string): Id =>
  value.parse(`${asked.slice(0, 14)}0${asked.slice(15)}`);
