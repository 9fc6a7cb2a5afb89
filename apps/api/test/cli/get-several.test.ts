import { execFile } from 'node:child_process';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build, ROOT } from '../support/built.ts';
import { anOffice, type Desk, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';

let office: Office;
let owner: Desk;
beforeAll(async () => {
  await build();
  office = await anOffice(undefined, QuickDesk);
  owner = office.owner;
  await owner.output(['rooms', 'create', 'Falcon']);
  await owner.write({ 'in/a.txt': 'a', 'in/b.txt': 'b', 'in/2027/c.pdf': 'c', 'in/2027/d.txt': 'd', 'in/.env': 'e' });
  await owner.output(['put', 'Falcon', 'in/.']);
}, 120_000);
afterAll(() => office.end());

const below = async (folder: string): Promise<readonly string[]> =>
  (await readdir(join(owner.home, folder), { recursive: true })).toSorted();

test('get writes several files, folders and patterns, each once', async () => {
  await owner.output(['get', 'Falcon', 'a.txt', '2027', '*.txt', '--to', 'several']);
  expect(await below('several')).toEqual(['2027', '2027/c.pdf', '2027/d.txt', 'a.txt', 'b.txt']);
  expect(await owner.run(['get', 'Falcon', 'a.txt', 'b.txt', '--to', '-'])).toMatchObject({ code: 2, out: '' });
});

test('get --dry-run prints where files would go, and writes nothing', async () => {
  const out = await owner.output(['get', 'Falcon', '2027', '--to', 'dry', '--dry-run']);
  expect(out.split('\n').map((line) => line.split('\t')[1])).toEqual(
    expect.arrayContaining(['dry/2027/c.pdf'.replace('2027/', '')]),
  );
  await expect(below('dry')).rejects.toThrow('ENOENT');
});

test('put --dry-run prints which files are new, unchanged or at a taken path, and sends nothing', async () => {
  await owner.write({ 'change/a.txt': 'a', 'change/b.txt': 'other', 'change/new.txt': 'n' });
  const before = await owner.output(['ls', 'Falcon']);
  const out = await owner.output(['put', 'Falcon', 'change/.', '--dry-run']);
  expect(out).toBe('unchanged\ta.txt\ntaken\tb.txt\nnew\tnew.txt\n');
  expect(await owner.output(['ls', 'Falcon'])).toBe(before);
});

test('get keeps leading dots on request', async () => {
  await owner.output(['get', 'Falcon', '--to', 'dots', '--keep-dots']);
  expect(await below('dots')).toContain('.env');
});

test('an option takes a label by its name in any case, and suggests one for a slip of the finger', async () => {
  await owner.output(['put', 'Falcon', 'in/a.txt', '--to', 'labelled', '--label', 'confidential']);
  expect(await owner.json(['ls', 'Falcon', 'labelled'])).toMatchObject([{ classification: 'C3' }]);
  await owner.output(['relabel', 'Falcon', 'labelled/a.txt', 'c4']);
  const wrong = await owner.run(['relabel', 'Falcon', 'labelled/a.txt', 'confidental']);
  expect(wrong).toMatchObject({ code: 4, err: expect.stringContaining('Did you mean "confidential"?') });
});

test('an option suggests nothing that is far away', async () => {
  const { err } = await owner.run(['rm', 'Falcon', '1999', '--recursive']);
  expect(err).not.toContain('Did you mean');
});

test('get writes into a device, also with --overwrite, and says in one sentence that it is full', async () => {
  await owner.output(['get', 'Falcon', 'a.txt', '--to', '/dev/null', '--overwrite']);
  expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true);
  const run = await owner.run(['get', 'Falcon', 'a.txt', '--to', '/dev/full']);
  expect([run.code, run.err]).toEqual([1, 'strongroom: a.txt: The disk of /dev/full is full.\n']);
});

test('get says in one sentence that the disk of standard output is full', async () => {
  const command = `"${process.execPath}" "${join(ROOT, 'apps/cli/dist/main.js')}" get Falcon a.txt --to - > /dev/full`;
  const err = await new Promise<string>((resolve) => {
    execFile('sh', ['-c', command], { env: { HOME: owner.home } }, (_error, _out, said) => resolve(said));
  });
  expect(err).toBe('strongroom: the disk of standard output is full.\n');
});

test('ls reads the content of a room whose name has a slash', async () => {
  await owner.output(['rooms', 'create', 'Q1/Q2']);
  await owner.output(['put', 'Q1/Q2', 'in/a.txt']);
  await owner.output(['get', 'Q1/Q2']);
  expect(await readFile(join(owner.home, 'Q1_Q2/a.txt'), 'utf8')).toBe('a');
});
