import type { ErrorCode } from './values/errors.ts';

/**
 * One rule: an id for audit, a sentence for people, the code of the refusal, and the predicate. Ids are unique in a policy. `level`
 * says which role a granting rule asks for: one in the room, or one in the organisation.
 */
export type Rule<F, C extends string = ErrorCode> = Readonly<{
  id: string;
  text: string;
  refusal: C;
  level: 'room' | 'organisation';
  holds: (facts: F) => boolean;
}>;

type Predicate<F> = (facts: F) => boolean;

const ruleAt =
  (level: Rule<never>['level']) =>
  <F, C extends string = ErrorCode>(id: string, text: string, refusal: C, predicate: Predicate<F>): Rule<F, C> => ({
    id,
    text,
    refusal,
    level,
    holds: predicate,
  });

export const rule = ruleAt('organisation');
/** A rule about the caller's role in the room. */
export const roomRule = ruleAt('room');

/** Whether a rule holds. One that throws, or answers anything but true, does not, so that it allows nothing. */
export function ruleHolds<F>(one: Pick<Rule<F, string>, 'holds'>, facts: F): boolean {
  try {
    return one.holds(facts) === true;
  } catch {
    return false;
  }
}
