import { defineValue, type Value } from '@strongroom/domain';

export type QueryFlag = 'true' | 'false';

/** A parameter of a query that is on or off. */
export const queryFlag = (name: string, description: string): Value<QueryFlag> =>
  defineValue({
    name,
    description,
    schema: { type: 'string', enum: ['true', 'false'] },
    rule: 'choice',
    check: (input) => (input === 'true' || input === 'false' ? undefined : 'must be true or false'),
  });
