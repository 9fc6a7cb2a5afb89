import { expect, test } from '@jest/globals';
import { sightOfMove, sightSentences } from './move-sight.ts';

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

test('a folder without a list, as others than owners see it, is not restricted', () => {
  const seen = FOLDERS.map(({ path, name }) => ({ path, name }));
  expect(sightOfMove(seen, [{ from: 'Bids', to: '' }])).toEqual({ left: [], entered: [] });
});

test('sentences say who gains and who loses', () => {
  expect(sightSentences({ left: ['A', 'Bids'], entered: [] })).toEqual([
    'It leaves A and Bids, which not everyone sees: more people may see it then.',
  ]);
  expect(sightSentences({ left: [], entered: ['Bids'] })).toHaveLength(1);
  expect(sightSentences({ left: [], entered: [] })).toEqual([]);
});
