import { expect } from '@jest/globals';
import { type Answer, type Data, dataOf } from '../answer.ts';
import type { World } from '../world.ts';

/** Events that the test of second factors provokes. */
export const SECOND_FACTOR_EVENT = /\.(second_factor|factor|recovery_codes)_/u;

type Recorder = Readonly<{
  types: ReadonlySet<string>;
  eventsOf: (type: string) => Promise<readonly Data[]>;
  /** Makes a change, checks that `actor` is recorded for it exactly once, and returns the change. */
  expects: (type: string, actor: string | null, change: () => Promise<Answer>) => Promise<Data>;
}>;

/** Compares the log before and after changes. */
export function recorderOf({ owner }: World): Recorder {
  const types = new Set<string>();
  const eventsOf = async (type: string) => (await owner.get(`/audit-events?type=${type}&per_page=100`)).list;
  const expects = async (type: string, actor: string | null, change: () => Promise<Answer>): Promise<Data> => {
    const before = new Set((await eventsOf(type)).map(({ id }) => id));
    const made = await dataOf(change());
    const found = (await eventsOf(type)).filter(({ id }) => !before.has(id));
    expect([type, found]).toMatchObject([type, [{ type, actor: { id: actor }, outcome: 'allowed' }]]);
    types.add(type);
    return made;
  };
  return { types, eventsOf, expects };
}
