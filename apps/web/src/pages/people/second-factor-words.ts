import type { Person } from '@strongroom/client';

type State = NonNullable<Person['second_factor']>;

const WORDS: Readonly<Record<State, string>> = { on: 'on', off: 'off', not_asked: 'not asked for' };

export const SECOND_FACTOR_CHOICES = (['on', 'off', 'not_asked'] as const).map((id) => ({ id, name: WORDS[id] }));

/** The state of a second factor; empty where the reader may not know it. */
export const secondFactorWords = ({ second_factor: state }: Pick<Person, 'second_factor'>): string =>
  state === undefined ? '' : WORDS[state];
