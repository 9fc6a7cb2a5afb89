import type { Value } from '@strongroom/domain';
import type { Ids } from '@strongroom/ports';

/**
 * The id that a caller sent. An id of the wrong form is replaced by a fresh one, so that it costs and answers the same
 * as an unknown one.
 */
export const idOrRandom = <Id extends string>(value: Value<Id>, text: string, ids: Ids): Id =>
  value.is(text) ? text : ids.uuid<Id>();

/**
 * An id that nobody has, made from one that was asked for and led nowhere, for round two to read by. What is absent leads
 * to the same ids each time it is asked for, as what is hidden does: fresh ones are read more slowly, and would tell.
 * The version digit is one that is never drawn.
 */
export const absentId = <Id extends string>(value: Value<Id>, asked: string): Id =>
  value.parse(`${asked.slice(0, 14)}0${asked.slice(15)}`);
