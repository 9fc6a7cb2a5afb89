import { expect, test } from '@jest/globals';
import type { Folder, Group } from '@strongroom/client';
import { restrictedSight } from './restricted-sight.ts';

/** A restricted folder that names these groups. `on`: the restricted folders on the way, without itself. */
const folder = (path: string, groups: readonly string[], on: readonly string[] = []): Folder =>
  ({
    id: path,
    path,
    access: { groups: groups.map((id) => ({ group_id: id, role: 'viewer' })), restricted_by: [...on, path] },
  }) as unknown as Folder;
const open = { id: 'open', path: 'open', access: { groups: null, restricted_by: [] } } as unknown as Folder;
const named = (...names: readonly string[]): readonly Group[] =>
  names.map((name) => ({ id: name.toLowerCase(), name }) as unknown as Group);

const [north, south] = [folder('North', ['north']), folder('South', ['south'])];
const both = folder('Both', ['north', 'south']);

test.each<readonly [string, readonly Folder[], readonly Group[], string | undefined]>([
  ['no folder', [open], named('North'), undefined],
  ['one, without a group', [north], [], 'Without a group they see nothing of the restricted folder.'],
  ['one, closed', [north], named('Borealis'), 'As members of Borealis they see nothing of the restricted folder.'],
  ['one, open', [north], named('North'), 'As members of North they see the restricted folder.'],
  ['several, without a group', [north, south], [], 'Without a group they see none of the 2 restricted folders.'],
  [
    'none of several',
    [north, south],
    named('Borealis'),
    'As members of Borealis they see none of the 2 restricted folders.',
  ],
  ['some', [north, south, both], named('North'), 'As members of North they see 2 of the 3 restricted folders.'],
  [
    'all, by two groups',
    [north, south, both],
    named('North', 'South'),
    'As members of North and South they see all 3 restricted folders.',
  ],
  [
    'one in another that is closed',
    [south, folder('South/In', ['north'], ['South'])],
    named('North'),
    'As members of North they see none of the 2 restricted folders.',
  ],
  ['one in another that is not listed', [folder('Hidden/In', ['north'], ['Hidden'])], named('North'), undefined],
])('%s', (_, folders, groups, sentence) => {
  expect(restrictedSight(folders, groups)).toBe(sentence);
});
