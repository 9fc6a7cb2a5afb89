import { expect, test } from '@jest/globals';
import type { Label, OrgRole } from '../../src/index.ts';
import * as an from '../examples.ts';
import { PLANTS, planted } from './plants.ts';
import { type Found, search } from './search.ts';
import { KINDS, type Kind, startOf } from './starts.ts';
import { processorTime, TimeShares } from './time-shares.ts';

const PAIRS = KINDS.flatMap((A, n) => KINDS.slice(n).map((B) => [A, B] as const));
const clearance = (text: string): Label => an.aRoom({ label: text as Label }).label;
const [LOW, HIGH] = [clearance('C1'), clearance('C4')];
const MINUTE = 60_000;
const wallTime = (): number => performance.now();
/** The size of a search; the depth is infinite where it tried all chains. */
const inWords = ({ states, acts, depth }: Found): string => `${states} states, ${acts} acts, depth ${depth}`;

/** Minutes of the processor for the pairs and for each one alone, and acts that are tried however long it takes. */
const PAIRED = { minutes: 4, depth: 3 };
const ALONE = { minutes: 3, depth: 4 };
/** A busy machine gives a search a part of its processor. */
const sharesOf = (searches: number, { minutes }: Readonly<{ minutes: number }>): TimeShares =>
  new TimeShares(searches, [
    [processorTime, minutes * MINUTE],
    [wallTime, 3 * minutes * MINUTE],
  ]);

let ofPairs: TimeShares | undefined;
/** Small searches come first, so that the large ones have the time that is left. */
test.each(PAIRS.toReversed())(
  'a %s and a %s together gain no right that they were not given',
  (A, B) => {
    ofPairs ??= sharesOf(PAIRS.length, PAIRED);
    const starts = [startOf({ A, B }), startOf({ A, B, isTaken: true }), startOf({ A, B, inR: 'contributor' })];
    const cast = { honest: ['O', 'V'], colluders: ['A', 'B', 'X'] } as const;
    const found = search(starts, cast, { depth: PAIRED.depth, goesOn: ofPairs.next() });
    expect(found.chain).toEqual([]);
    process.stdout.write(`${A}, ${B}: ${inWords(found)}\n`);
  },
  60 * MINUTE,
);

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
const statesOf = (A: Kind) =>
  [undefined, LOW].flatMap((own) =>
    [false, true].flatMap((isTaken) => HELD.map((X) => startOf({ A, clearance: own, isTaken, X }))),
  );

let ofOne: TimeShares | undefined;
/** An orphaned room that only owners of the organisation emptied is left out: there a domain admin adopts by right. */
test.each(KINDS.toReversed())(
  'from any state, a %s alone reads no file of a room of others',
  (A) => {
    ofOne ??= sharesOf(KINDS.length, ALONE);
    const starts = statesOf(A);
    const cast = { honest: [], colluders: ['A', 'X'], withoutPersons: true } as const;
    const found = search(starts, cast, { depth: ALONE.depth, goesOn: ofOne.next() });
    expect(found.chain).toEqual([]);
    process.stdout.write(`${A} alone from ${starts.length} states: ${inWords(found)}\n`);
  },
  60 * MINUTE,
);

let ofPlants: TimeShares | undefined;
test.each(PLANTS)(
  'a search that ends by its time finds that $title',
  (plant) => {
    ofPlants ??= sharesOf(PLANTS.length, { minutes: 1 });
    const isPair = plant.B !== undefined && plant.phished !== 'B';
    const phished = plant.phished && ({ thief: 'A', victim: plant.phished } as const);
    const colluders = isPair ? (['A', 'B', 'X'] as const) : (['A', 'X'] as const);
    const bounds = { depth: isPair ? PAIRED.depth : ALONE.depth, goesOn: ofPlants.next() };
    const cast = { honest: ['O', 'V'], colluders, phished } as const;
    const { chain } = planted(plant, () => search([startOf(plant)], cast, bounds));
    expect(chain.at(-1)).toMatch(plant.finds);
  },
  10 * MINUTE,
);
