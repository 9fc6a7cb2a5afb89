import { ABILITIES, type Ability, type AbilitySubject, defineValue, optional, type Value } from '@strongroom/domain';
import { queryFlag } from './query-flag.ts';

/** `may` of a list: whether each item says what the caller may do with it. */
export const MayQuery = queryFlag(
  'MayQuery',
  'Whether each item says in `may` which actions about it are allowed to you: `true` or `false`, which is the default.',
);

/** The actions about a subject that are allowed to the caller. */
export function mayField<S extends AbilitySubject>(subject: S): Value<readonly Ability<S>[]> {
  const known: readonly string[] = ABILITIES[subject];
  return defineValue<readonly Ability<S>[]>({
    name: 'actions',
    description:
      'Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added.',
    schema: { type: 'array', items: { type: 'string', enum: known }, uniqueItems: true },
    check: (input) =>
      Array.isArray(input) && input.every((action: unknown) => known.some((word) => word === action))
        ? undefined
        : 'must be known actions',
  });
}

/** Actions of an answer that lists use too: absent there, unless the query asks for them. */
export const mayOf = <S extends AbilitySubject>(subject: S): Value<readonly Ability<S>[] | undefined> =>
  optional(mayField(subject));
