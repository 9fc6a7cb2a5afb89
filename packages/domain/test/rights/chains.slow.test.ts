import { expect, test } from '@jest/globals';
import type { Label, OrgRole } from '../../src/index.ts';
import * as an from '../examples.ts';
import { search } from './search.ts';
import { KINDS, startOf } from './starts.ts';

const PAIRS = KINDS.flatMap((A, n) => KINDS.slice(n).map((B) => [A, B] as const));
const clearance = (text: string): Label => an.aRoom({ label: text as Label }).label;
const [LOW, HIGH] = [clearance('C1'), clearance('C4')];

test.each(PAIRS)('a %s and a %s together gain no right that they were not given', (A, B) => {
  const starts = [startOf({ A, B }), startOf({ A, B, isTaken: true }), startOf({ A, B, inR: 'contributor' })];
  const { chain, ...size } = search(starts, { honest: ['O', 'V'], colluders: ['A', 'B', 'X'] }, { depth: 4 });
  expect(chain).toEqual([]);
  process.stdout.write(`${A}, ${B}: ${JSON.stringify(size)}\n`);
});

type Held = NonNullable<Parameters<typeof startOf>[0]['X']>;
const HELD: readonly (Held | undefined)[] = [
  undefined,
  ...(['owner', 'domain_admin', 'security_officer', 'member'] as const satisfies readonly OrgRole[]).flatMap((role) => [
    { role, status: 'invited' as const },
    { role, status: 'deactivated' as const },
  ]),
  { role: 'member', status: 'active' },
  { role: 'member', status: 'invited', clearance: LOW },
  { role: 'member', status: 'deactivated', clearance: HIGH },
];

/** An orphaned room that only owners of the organisation emptied is left out: there a domain admin adopts by right. */
test.each(KINDS)('from any state, a %s alone reads no file of a room of others', (A) => {
  const starts = [undefined, LOW].flatMap((own) =>
    [false, true].flatMap((isTaken) => HELD.map((X) => startOf({ A, clearance: own, isTaken, X }))),
  );
  const { chain, ...size } = search(starts, { honest: [], colluders: ['A', 'X'], withoutPersons: true }, { depth: 6 });
  expect(chain).toEqual([]);
  process.stdout.write(`${A} alone from ${starts.length} states: ${JSON.stringify(size)}\n`);
});
