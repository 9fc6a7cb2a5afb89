import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { anOffice, type Desk, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';
import { typed } from './typed.ts';

let office: Office;
let owner: Desk;
beforeAll(async () => {
  await build();
  office = await anOffice(undefined, QuickDesk);
  owner = office.owner;
}, 120_000);
afterAll(() => office.end());

/** Sizes of the files at plan.txt, in ascending order. */
async function sizesIn(room: string): Promise<readonly number[]> {
  const files: { size: number; name: string }[] = await owner.json(['ls', room]);
  return files
    .filter(({ name }) => name === 'plan.txt')
    .map(({ size }) => size)
    .toSorted((one, other) => one - other);
}

/** Writes a plan.txt of this size. */
const plan = (size: number): Promise<void> => owner.write({ 'plan.txt': 'x'.repeat(size) });

test('put never makes two files at one path unasked, and says how to replace or keep both', async () => {
  await owner.output(['rooms', 'create', 'Falcon']);
  await plan(1);
  await owner.output(['put', 'Falcon', 'plan.txt']);
  await plan(2);
  await owner.write({ 'more.txt': 'more' });
  const { code, out, err } = await owner.run(['put', 'Falcon', 'more.txt', 'plan.txt']);
  expect({ code, out }).toEqual({ code: 4, out: '' });
  expect(err).toContain('plan.txt: the room has a file there already');
  expect(err).toContain('Say --replace to replace what is there, or --keep-both to keep both.');
  const stream = await owner.run(['put', 'Falcon', '-', '--name', 'plan.txt'], { input: 'xx' });
  expect(stream).toMatchObject({ code: 4, out: '' });
  expect(await owner.json(['ls', 'Falcon'])).toHaveLength(1);
  await owner.output(['put', 'Falcon', 'plan.txt', '--replace']);
  expect(await sizesIn('Falcon')).toEqual([2]);
  expect((await owner.json(['put', 'Falcon', 'plan.txt'])).unchanged).toBe(1);
  for (const option of ['--again', '--label=C4'])
    expect((await owner.run(['put', 'Falcon', 'plan.txt', option])).code).toBe(4);
  await plan(3);
  await owner.output(['put', 'Falcon', 'plan.txt', '--keep-both']);
  expect(await sizesIn('Falcon')).toEqual([2, 3]);
});

test('put asks on a terminal whether to replace, and does nothing without an answer', async () => {
  await owner.output(['rooms', 'create', 'Nightingale']);
  await plan(1);
  await owner.output(['put', 'Nightingale', 'plan.txt']);
  const question = 'Replace 1 file? [replace/keep both/nothing] ';
  for (const [size, answer, code, sizes] of [
    [2, '', 1, [1]],
    [2, 'replace', 0, [2]],
    [3, 'keep both', 0, [2, 3]],
  ] as const) {
    await plan(size);
    const done = await typed(owner, ['put', 'Nightingale', 'plan.txt'], [[question, `${answer}\r`]]);
    expect(done.code).toBe(code);
    // The whole sentence, and no bar before it.
    expect(done.shown).toMatch(
      /^plan\.txt: the room has a file there already, with other contents or another label\.\r\n/,
    );
    expect(await sizesIn('Nightingale')).toEqual(sizes);
  }
});

test('a pattern names several files for share and for rm, which asks on a terminal before it deletes them', async () => {
  await owner.output(['rooms', 'create', 'Heron']);
  await owner.write({ 'notes/a.txt': 'a', 'notes/b.txt': 'b', 'notes/c.md': 'c' });
  await owner.output(['put', 'Heron', 'notes']);
  const names = async (pattern: string): Promise<readonly string[]> =>
    (await owner.json(['ls', 'Heron', pattern])).map(({ name }: { name: string }) => name).toSorted();
  expect(await names('**/{a,c}.*')).toEqual(['a.txt', 'c.md']);
  expect((await owner.run(['ls', 'Heron', '*.pdf'])).code).toBe(5);
  const links = (await owner.output(['share', 'Heron', 'notes/*.txt', '--yes'])).trimEnd().split('\n');
  expect(links.map((line) => line.split('\t')[1]).toSorted()).toEqual(['notes/a.txt', 'notes/b.txt']);
  const link = links.find((line) => line.endsWith('notes/a.txt'))?.split('\t')[0] ?? '';
  expect(await owner.output(['fetch', link, '--to', '-'])).toBe('a');
  expect((await owner.output(['rm', 'Heron', 'notes/*.txt', '--dry-run'])).split('\n')).toHaveLength(3);
  const question = 'Delete 2 files for good? [y/N] ';
  expect((await typed(owner, ['rm', 'Heron', 'notes/*.txt'], [[question, 'n\r']])).code).toBe(1);
  expect((await typed(owner, ['rm', 'Heron', 'notes/*.txt'], [[question, 'y\r']])).code).toBe(0);
  expect(await names('notes')).toEqual(['c.md']);
});
