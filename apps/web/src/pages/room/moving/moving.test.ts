import { expect, test } from '@jest/globals';
import { folderTree } from '../base/folders.ts';
import { folderHits } from './folder-hits.ts';
import {
  decideMoves,
  foldersMadeIn,
  freeName,
  isInside,
  movesOntoTakenNames,
  planFileMoves,
  planFolderMoves,
  reverseFileMoves,
  reverseFolderMoves,
  waysAt,
} from './moving.ts';

const file = (path: string, id = path) => {
  const end = path.lastIndexOf('/');
  return { id, name: path.slice(end + 1), folder: path.slice(0, Math.max(0, end)) };
};
const targets = (moves: ReturnType<typeof planFileMoves>) =>
  moves.map(({ to: { folder, name } }) => `${folder}/${name}`);
const moving = (...paths: string[]) => planFileMoves('New', { files: paths.map((path) => file(path)), folders: [] });

test('files move into the folder, and those already in it stay', () => {
  expect(targets(moving('a.pdf', 'Old/b.pdf', 'New/c.pdf'))).toEqual(['New/a.pdf', 'New/b.pdf']);
});

test('a folder keeps its name and contents, and none of its files moves twice', () => {
  const folders = [{ path: 'Old/Tax', files: [file('Old/Tax/a.pdf'), file('Old/Tax/2024/b.pdf')] }];
  const moves = planFileMoves('New', { files: [file('Old/Tax/a.pdf')], folders });
  expect(targets(moves)).toEqual(['New/Tax/a.pdf', 'New/Tax/2024/b.pdf']);
  expect(targets(planFileMoves('', { files: [], folders }))).toEqual(['Tax/a.pdf', 'Tax/2024/b.pdf']);
});

test('a folder never moves into its own descendant', () => {
  expect(isInside('Tax/2024', [{ path: 'Tax' }])).toBe(true);
  expect(isInside('Tax', [{ path: 'Tax' }])).toBe(true);
  expect(isInside('Taxes', [{ path: 'Tax' }])).toBe(false);
});

test('names that differ only in letter case or composition are taken, also by another moved file', () => {
  const moves = moving('Old/Cafe\u0301.pdf', 'A/x.pdf', 'B/x.pdf');
  const taken = movesOntoTakenNames(moves, [file('New/CAFÉ.pdf', 'there')]);
  expect([...taken.keys()]).toEqual(['Old/Cafe\u0301.pdf', 'B/x.pdf']);
});

test('a moved file of a taken name gets the first free number', () => {
  const there = [file('New/a.pdf'), file('New/a (2).pdf')];
  const { moves, replaced } = decideMoves(moving('a.pdf'), there, () => 'both');
  expect(targets(moves)).toEqual(['New/a (3).pdf']);
  expect(replaced).toEqual([]);
  expect(freeName({ folder: '', name: '.env' }, () => false)).toBe('.env (2)');
});

test.each([
  ['README (2).txt', 'README (3).txt'],
  ['README (9)', 'README (10)'],
  ['Budget (2024).xlsx', 'Budget (2024) (2).xlsx'],
  ['(2).txt', '(2) (2).txt'],
])('%s counts on as %s', (name, next) => {
  expect(freeName({ folder: '', name }, (place) => place.name === name)).toBe(next);
});

test('files are replaced only where each of them may be deleted', () => {
  const [ours, theirs] = [{ may: ['file.delete'] as const }, { may: ['file.edit'] as const }];
  expect([ours, theirs, undefined].map(waysAt)).toEqual([
    ['both', 'replace', 'leave'],
    ['both', 'leave'],
    ['both', 'leave'],
  ]);
});

test('a file is replaced once, a second one of that name is kept beside it', () => {
  const { moves, replaced } = decideMoves(moving('A/x', 'B/x'), [file('New/x', 'there')], () => 'replace');
  expect(targets(moves)).toEqual(['New/x', 'New/x (2)']);
  expect(replaced.map(({ id }) => id)).toEqual(['there']);
});

test('each file whose name is taken goes its own way', () => {
  const there = ['a', 'b', 'c'].map((name) => file(`New/${name}`, `there ${name}`));
  const ways = new Map([
    ['a', 'leave'],
    ['b', 'replace'],
  ] as const);
  const { moves, replaced } = decideMoves(
    moving('a', 'b', 'c', 'd'),
    there,
    (id) => ways.get(id as 'a' | 'b') ?? 'both',
  );
  expect(targets(moves)).toEqual(['New/b', 'New/c (2)', 'New/d']);
  expect(replaced.map(({ id }) => id)).toEqual(['there b']);
});

test('undoing a move restores the former names', () => {
  const { moves } = decideMoves(moving('a'), [file('New/a', 'there')], () => 'both');
  expect(reverseFileMoves(moves)).toMatchObject([{ id: 'a', to: { folder: '', name: 'a' } }]);
});

test('a folder moves as one, unless the destination has or gets a folder of its name', () => {
  const folder = (path: string) => ({ id: `id of ${path}`, path });
  const folders = [folder('Old/Tax'), folder('Old/Legal'), folder('B/legal'), folder('New/Stays')];
  const { whole, merged } = planFolderMoves('New', folders, ['Old', 'Old/Tax', 'New', 'New/TAX', 'New/Stays']);
  expect(whole.map(({ from, to }) => [from, to])).toEqual([['Old/Legal', 'New/Legal']]);
  expect(merged.map(({ path }) => path)).toEqual(['Old/Tax', 'B/legal']);
  expect(reverseFolderMoves(whole)).toEqual([
    { id: 'id of Old/Legal', name: 'Legal', from: 'New/Legal', to: 'Old/Legal' },
  ]);
  expect(planFolderMoves('', [folder('Old/Tax')], []).whole.map(({ to }) => to)).toEqual(['Tax']);
});

test('empty folders within a merged folder move too', () => {
  const inner = ['Old/Tax/2024', 'Old/Tax/2024/Drafts'].map((path) => ({ id: path, path }));
  expect(foldersMadeIn('New', { id: 'a', path: 'Old/Tax' }, inner)).toEqual(['New/Tax/2024', 'New/Tax/2024/Drafts']);
  expect(foldersMadeIn('', { id: 'a', path: 'Old/Tax' }, inner)).toEqual(['Tax/2024', 'Tax/2024/Drafts']);
});

test('a word finds folders by their names, more words also by the way to them, and no folder brings those below it', () => {
  const root = folderTree(
    ['Legal', 'Legal/Müller/Drafts', 'Tax', 'Tax/Drafts 2024'].map((path) => ({ path, file_count: 0 })),
  );
  const found = (sought: string) => folderHits(root, sought)?.map(({ path }) => path);
  expect([found(''), found(' / '), found('legal'), found('muller'), found('DRAFTS')]).toEqual([
    undefined,
    undefined,
    ['Legal'],
    ['Legal/Müller'],
    ['Legal/Müller/Drafts', 'Tax/Drafts 2024'],
  ]);
  expect([found('tax drafts'), found('Legal/Dra'), found('drafts sales')]).toEqual([
    ['Tax/Drafts 2024'],
    ['Legal/Müller/Drafts'],
    [],
  ]);
});
