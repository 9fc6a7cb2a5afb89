import { expect, test } from '@jest/globals';
import {
  groupsSeeing,
  keepsSight,
  namesOfSeers,
  questionsOfMove,
  sightNumbers,
  sightOfMove,
  sightSentences,
} from './move-sight.ts';

const folder = (path: string, groups: readonly [] | null = null) => ({
  path,
  name: path.split('/').at(-1) ?? '',
  access: { groups, restricted_by: [] },
});
const FOLDERS = [
  folder('Common'),
  folder('Bids', []),
  folder('Bids/A', []),
  folder('Bids/A/Drafts'),
  folder('Bids 2', []),
];
const found = (from: string, to: string) => sightOfMove(FOLDERS, [{ from, to }]);

test('a move names the restricted folders that it leaves and enters, and no others', () => {
  expect(found('Common', 'Bids/A/Drafts')).toEqual({ left: [], entered: ['Bids', 'A'] });
  expect(found('Bids/A/Drafts', 'Bids')).toEqual({ left: ['A'], entered: [] });
  expect(found('Bids/A/Drafts', 'Bids 2')).toEqual({ left: ['Bids', 'A'], entered: ['Bids 2'] });
  for (const to of ['', 'Common/New']) expect(found('Common', to)).toEqual({ left: [], entered: [] });
  expect(found('Bids/A', 'Bids/A/Drafts')).toEqual({ left: [], entered: [] });
});

test('a folder without a list of groups, which only owners see, counts as unrestricted', () => {
  const seen = FOLDERS.map(({ path, name }) => ({ path, name }));
  expect(sightOfMove(seen, [{ from: 'Bids', to: '' }])).toEqual({ left: [], entered: [] });
});

test('a move keeps sight between places behind the same restrictions, where the caller knows them', () => {
  const at = (path: string, ...restrictedBy: readonly string[]) => ({
    path,
    name: path,
    access: { groups: null, restricted_by: restrictedBy },
  });
  const folders = [at(''), at('Common'), at('Bids/A', '2', '1'), at('Bids/A/Drafts', '1', '2'), at('Bids', '1')];
  const keeps = (from: string, to: string, known: Parameters<typeof keepsSight>[0] = folders) =>
    keepsSight(known, [{ from, to }]);
  expect([keeps('', 'Common'), keeps('Bids/A/Drafts', 'Bids/A')]).toEqual([true, true]);
  expect([keeps('Bids', 'Bids/A'), keeps('Bids', ''), keeps('Common', 'New'), keeps('New', 'New/Other')]).toEqual([
    false,
    false,
    false,
    false,
  ]);
  const unknown = folders.map(({ path, name }) => ({ path, name }));
  expect([keeps('', 'Common', unknown), keeps('Bids', 'Bids/A', unknown)]).toEqual([false, false]);
});

test('sentences name those who will see it, and say that the others will not', () => {
  const [left, entered] = [['A', 'Bids'], ['Bids 2']];
  expect(sightSentences({ left, entered: [] }, null)).toEqual([
    'It leaves A and Bids: everyone in the room who is cleared for it will see it.',
  ]);
  const others = 'The others lose sight of it, and links that they made to it stop.';
  expect(sightSentences({ left: [], entered }, ['Bidder Southern', 'Banks'])).toEqual([
    'It comes into Bids 2: only Bidder Southern, Banks, and owners will see it.',
    others,
  ]);
  expect(sightSentences({ left, entered }, [])).toEqual([
    'It leaves A and Bids and comes into Bids 2: only owners of the room will see it.',
    others,
  ]);
  expect(sightSentences({ left: [], entered })).toEqual(['It comes into Bids 2: others see it then.', others]);
  expect(sightSentences({ left: [], entered: [] }, null)).toEqual([]);
});

test('the groups of a place are those of its innermost list, as long as the lists around it name them', () => {
  const restricted = (path: string, ...groups: readonly string[]) => ({
    path,
    name: path,
    access: { groups: groups.map((id) => ({ group_id: id, role: 'viewer' as const })), restricted_by: [] },
  });
  const folders = [
    folder('Common'),
    restricted('Bids', 'a', 'b'),
    restricted('Bids/B', 'b'),
    restricted('Bids/C', 'b', 'c'),
    restricted('Own'),
  ];
  expect(
    ['', 'Common/New', 'Bids/Any', 'Bids/B/Drafts', 'Bids/C', 'Own'].map((at) => groupsSeeing(folders, at)),
  ).toEqual([null, null, ['a', 'b'], ['b'], undefined, []]);
  const groups = [
    { id: 'b', name: 'Banks' },
    { id: 'a', name: 'Advisers' },
  ];
  const names = (...places: readonly string[]) => namesOfSeers(folders, places, groups);
  expect(names('Bids', 'Bids/Any')).toEqual(['Banks', 'Advisers']);
  expect([names('', 'Common'), names('Own'), names('Bids', 'Bids/B'), names('Bids/C')]).toEqual([
    null,
    [],
    undefined,
    undefined,
  ]);
  expect(namesOfSeers(folders, ['Bids'], groups.slice(1))).toBeUndefined();
});

test('one question covers files of one label that move across a restriction in the same direction', () => {
  const file = (id: string, from: string, label = 'C1') => ({ id, name: `${id}.pdf`, from, to: 'Bids', label });
  const files = [file('1', 'Common'), file('2', 'Common'), file('3', 'Common', 'C2'), file('4', 'Bids'), file('5', '')];
  const folders = [
    { id: 'a', name: 'Drafts', from: 'Bids/A/Drafts', to: 'Bids/Drafts' },
    { id: 'b', name: 'Old', from: 'Bids/Old', to: 'Bids/Older' },
  ];
  expect(questionsOfMove(FOLDERS, { files, folders })).toEqual([
    { of: '1.pdf and 1 other file', change: { file_id: '1', to_folder: 'Bids' } },
    { of: '3.pdf', change: { file_id: '3', to_folder: 'Bids' } },
    { of: '5.pdf', change: { file_id: '5', to_folder: 'Bids' } },
    { of: 'Drafts', change: { folder_id: 'a', to_folder: 'Bids' } },
  ]);
});

test.each([
  [{ gain: 0, lose: 0 }, 'No member gains or loses sight of it.'],
  [{ gain: 1, lose: 0 }, '1 member gains sight of it.'],
  [{ gain: 0, lose: 2 }, '2 members lose sight of it.'],
  [{ gain: 2, lose: 1 }, '2 members gain sight of it, and 1 member loses it.'],
])('the numbers %j make one sentence', (numbers, sentence) => {
  expect(sightNumbers(numbers)).toBe(sentence);
});
