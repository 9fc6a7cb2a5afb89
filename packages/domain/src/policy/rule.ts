import type { ErrorCode } from '../errors.ts';

/**
 * One rule: an id for audit, a sentence for people, the code of the refusal, and the predicate. Ids are unique. `level`
 * says which role a granting rule asks for: one in the room, or one in the organisation.
 */
export type Rule<F> = Readonly<{
  id: string;
  text: string;
  refusal: ErrorCode;
  level: 'room' | 'organisation';
  holds: (facts: F) => boolean;
}>;

type Predicate<F> = (facts: F) => boolean;

const ruleAt =
  (level: Rule<never>['level']) =>
  <F>(id: string, text: string, refusal: ErrorCode, holds: Predicate<F>): Rule<F> => ({
    id,
    text,
    refusal,
    level,
    holds,
  });

export const rule = ruleAt('organisation');
/** A rule about the caller's role in the room. */
export const roomRule = ruleAt('room');
