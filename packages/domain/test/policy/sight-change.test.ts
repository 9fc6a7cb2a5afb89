import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  asIfRestricted,
  DEFAULT_LABELS,
  type FolderPath,
  type GroupId,
  type Label,
  leadsIntoItself,
  lowestLabelIn,
  type Membership,
  type Restriction,
  sightChange,
  type User,
} from '../../src/index.ts';

const PATHS = ['', 'a', 'a/b', 'A/B/c', 'd', 'd/e'];
const GROUPS = ['g1', 'g2', 'g3'] as unknown as readonly GroupId[];
const LABELS = ['C1', 'C2', 'C3', 'C4'] as unknown as readonly Label[];
const RULES = { scheme: DEFAULT_LABELS, defaultClearances: {} };

const person = fc.record({
  role: fc.constantFrom('owner', 'contributor', 'viewer'),
  groups: fc.subarray([...GROUPS]),
  clearance: fc.constantFrom(...LABELS),
  status: fc.constantFrom('active', 'invited', 'deactivated'),
  epoch: fc.constantFrom(1, 2),
});
type Drawn = Readonly<{ role: string; groups: readonly GroupId[]; clearance: Label; status: string; epoch: number }>;

const list = fc.subarray([...GROUPS]).map((some) => some.map((groupId) => ({ groupId, role: 'viewer' as const })));
const restrictions = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...PATHS.slice(1)), list), { selector: ([path]) => path, maxLength: 4 })
  .map((some) => some.map(([path, groups], index) => ({ id: `z${index}`, path, groups }) as unknown as Restriction));

/** Of the naive model: the names of both paths, without letter case. */
const isOn = (path: string, folder: string) => `${path}/`.toLowerCase().startsWith(`${folder}/`.toLowerCase());

const naive = (
  { role, groups, clearance, status, epoch }: Drawn,
  label: Label,
  on: readonly Restriction[],
  path: string,
) =>
  status !== 'deactivated' &&
  epoch === 1 &&
  LABELS.indexOf(clearance) >= LABELS.indexOf(label) &&
  (role === 'owner' ||
    on.every((one) => !isOn(path, one.path) || one.groups.some(({ groupId }) => groups.includes(groupId))));

test('counts the members who gain and lose sight of a file as a naive model does', () => {
  fc.assert(
    fc.property(
      fc.array(person, { maxLength: 12 }),
      restrictions,
      fc.constantFrom(...LABELS.slice(1)),
      fc.constantFrom(...PATHS),
      fc.oneof(fc.record({ into: fc.constantFrom(...PATHS) }), fc.record({ groups: fc.option(list) })),
      (people, on, label, path, change) => {
        const room = { id: 'r', status: 'active', label: 'C2', owners: [], restrictions: on } as never;
        const file = { id: 'f', roomId: 'r', status: 'available', folder: path, effectiveLabel: label } as never;
        const next =
          'into' in change
            ? { room, file: { ...(file as object), folder: change.into } as never }
            : { room: asIfRestricted(room, path as FolderPath, change.groups), file };
        const members = people.map(({ role, groups, clearance, status, epoch }, index) => ({
          membership: { roomId: 'r', userId: `u${index}`, role, groups, epoch: 1 } as unknown as Membership,
          user: { id: `u${index}`, status, role: 'member', epoch, clearance } as unknown as User,
        }));
        const after = 'into' in change ? on : (next.room as { restrictions: readonly Restriction[] }).restrictions;
        const to = 'into' in change ? change.into : path;
        const sights = people.map((one) => [naive(one, label, on, path), naive(one, label, after, to)] as const);
        expect(
          sightChange(
            members,
            { before: { room, file }, after: next },
            { labelRules: RULES as never, now: 1 as never },
          ),
        ).toEqual({
          gain: sights.filter(([saw, will]) => will && !saw).length,
          lose: sights.filter(([saw, will]) => saw && !will).length,
        });
      },
    ),
    { numRuns: 500 },
  );
});

test('an access list replaces that of the folder, however its path is spelled, and null lifts it', () => {
  const room = { restrictions: [{ id: 'z', path: 'Deal/B', groups: [] }] } as never;
  const of = (groups: [] | null, path: string) =>
    asIfRestricted<{ restrictions?: readonly Restriction[] }>(room, path as FolderPath, groups).restrictions?.length;
  expect([of(null, 'deal/b'), of([], 'DEAL/B'), of([], 'Deal')]).toEqual([0, 1, 2]);
});

test('a folder that files make known goes by the lowest label that the caller sees', () => {
  const folder = { isDeclared: false, files: { C4: 1, 'C2@z': 1 }, folders: { C3: 1 } };
  const low = (labels: readonly Label[], zones: 'all' | []) => lowestLabelIn({ labels, zones }, folder);
  expect([low(LABELS, 'all'), low(LABELS, []), low(LABELS.slice(0, 2), [])]).toEqual(['C2', 'C3', undefined]);
});

test('a folder does not go into itself', () => {
  const into = (parent: string) => leadsIntoItself('a/b' as FolderPath, parent as FolderPath);
  expect(['', 'a', 'A/B', 'a/b/c', 'a/bc'].map(into)).toEqual([false, false, true, true, false]);
});
