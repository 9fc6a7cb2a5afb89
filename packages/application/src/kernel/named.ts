import type { Value } from '@strongroom/domain';
import type { Ids } from '@strongroom/ports';

/**
 * The id that a caller named. One of the wrong form names nothing, and is looked up as a fresh id that nobody has, so
 * that it costs and answers the same as an unknown one.
 */
export const named = <Id extends string>(value: Value<Id>, text: string, ids: Ids): Id =>
  value.is(text) ? text : ids.uuid<Id>();
