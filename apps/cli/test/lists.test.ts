import { expect, test } from '@jest/globals';
import { type Column, localMinute, nearestWord, printList } from '@strongroom/command-line';
import { matchingName } from '../src/naming/one.ts';
import { contentTypeOf } from '../src/transfer/content-type.ts';
import { aTerminal } from './setting.ts';

type Named = Readonly<{ id: string; name: string; label: string }>;

const COLUMNS = [
  ['id', ({ id }: Named) => id],
  ['name', ({ name }: Named) => name],
  ['label', ({ label }: Named) => label],
] as const;

/** Terminal columns: an ideograph and most emoji take two, a combining accent none. */
const WIDTHS = [
  ['Falcon', 6],
  ['東京プロジェクト', 16],
  ['Cafe\u0301', 4],
  ['👩\u200d🚀', 2],
] as const;

test.each(WIDTHS)('the columns of a list with the name %s are aligned', async (name, width) => {
  const { result, terminal } = aTerminal({ isTerminal: true, env: { NO_COLOR: '1' } });
  const items = [
    { id: '1', name, label: 'C3' },
    { id: '2', name: 'a'.repeat(20), label: 'C2' },
  ];
  await printList({ terminal, isJson: false }, items, COLUMNS, 'None.');
  expect(result.out.split('\n')).toEqual([
    `id  name${' '.repeat(16)}  label`,
    `1   ${name}${' '.repeat(20 - width)}  C3`,
    `2   ${'a'.repeat(20)}  C2`,
    '',
  ]);
});

type Put = Readonly<{ id: string; at: string; label: string; path: string }>;

const OF_FILES: readonly Column<Put>[] = [
  ['id', ({ id }) => id, 'id'],
  ['at', ({ at }) => at, 'moment'],
  ['label', ({ label }) => label],
  ['path', ({ path }) => path, 'path'],
];
const A_FILE: Put = {
  id: '4c804dd5-f29e-4954-af61-823594d9f26e',
  at: '2027-01-31T09:05:59Z',
  label: 'a label of thirty characters..',
  path: '2027/contracts/東京/offer.pdf',
};

test('a list on a narrow terminal shortens the widest columns, keeps the end of a path, and never wraps', async () => {
  const { result, terminal } = aTerminal({ isTerminal: true, env: { NO_COLOR: '1' } });
  await printList({ terminal: { ...terminal, columns: 60 }, isJson: false }, [A_FILE], OF_FILES, 'None.');
  expect(result.out.split('\n').slice(1)).toEqual([
    `94d9f26e  ${localMinute(A_FILE.at)}  a label of thi…  …東京/offer.pdf`,
    '',
  ]);
});

test('a list with --long or in a pipe is never shortened', async () => {
  const whole = [A_FILE.id, A_FILE.at, A_FILE.label, A_FILE.path];
  const person = aTerminal({ isTerminal: true, env: { NO_COLOR: '1' } });
  const narrow = { ...person.terminal, columns: 60 };
  await printList({ terminal: narrow, isJson: false, isLong: true }, [A_FILE], OF_FILES, 'None.');
  expect(person.result.out.split('\n')[1]).toBe(whole.join('  '));
  const pipe = aTerminal({ isTerminal: false });
  await printList({ terminal: pipe.terminal, isJson: false }, [A_FILE], OF_FILES, 'None.');
  expect(pipe.result.out).toBe(`${whole.join('\t')}\n`);
});

test.each([
  ['4c804dd5', ['4c804dd5-f29e-4954-af61-823594d9f26e']],
  ['4c804dd5-f29e', ['4c804dd5-f29e-4954-af61-823594d9f26e']],
  ['4c804dd', []],
  ['deadbeef', ['f48a2c38-2fd5-48a9-9ff9-d4b4c3b80c5f']],
])('%s names the item of that name, or else the items whose ids begin with it', (text, ids) => {
  const items = [
    { id: '4c804dd5-f29e-4954-af61-823594d9f26e', name: 'Falcon' },
    { id: 'f48a2c38-2fd5-48a9-9ff9-d4b4c3b80c5f', name: 'deadbeef' },
    { id: 'deadbeef-2fd5-48a9-9ff9-d4b4c3b80c5f', name: 'Nightingale' },
  ];
  expect(matchingName(items, text, ({ name }) => name).map(({ id }) => id)).toEqual(ids);
});

test.each([
  ['falcn', ['Project Falcon', 'Nightingale'], ['Project Falcon']],
  ['paln.txt', ['few/plan.txt', 'few/plan2.txt'], ['few/plan.txt']],
  ['bbo@example.org', ['bob@example.org', 'dora@example.org'], ['bob@example.org']],
  ['x', ['y'], []],
  ['odd3', ['odd1/odd/sparse100.bin', 'odd1/odd/x'], []],
  ['odd3', ['even', 'odd1'], []],
  ['confidental', ['C1', 'Internal', 'Confidential'], ['Confidential']],
  ['plan', ['clay', 'pear'], []],
  ['heron', ['Falcon'], []],
] as const)('%s is the nearest misspelling of some of %j: %j', (word, names, near) => {
  expect(nearestWord(word, names)).toEqual(near);
});

test('a moment is shown in local time, to the minute', () => {
  expect(localMinute('2027-01-31T09:05:59Z')).toMatch(/^2027-0[12]-\d\d \d\d:\d[05]$/);
  expect(localMinute('never')).toBe('never');
});

test.each([
  ['offer.PDF', 'application/pdf'],
  ['notes.md', 'text/markdown'],
  ['scan.heic', 'image/heic'],
  ['model.step', 'model/step'],
  ['archive.7z', 'application/x-7z-compressed'],
  ['noextension', 'application/octet-stream'],
  ['pdf', 'application/octet-stream'],
  ['.gitignore', 'application/octet-stream'],
  ['a.unknown-thing', 'application/octet-stream'],
])('the content type of %s is %s', (name, type) => {
  expect(contentTypeOf(name)).toBe(type);
});
