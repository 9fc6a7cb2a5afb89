import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EXIT } from '@strongroom/command-line';
import { build } from '../support/built.ts';
import { anOffice, contentsOf, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';

let office: Office;
beforeAll(async () => {
  await build();
  office = await anOffice(undefined, QuickDesk);
}, 120_000);
afterAll(() => office.end());

const aRoom = async (name: string): Promise<string> => {
  await office.owner.output(['rooms', 'create', name]);
  return name;
};

/** Common folders and names, and some hostile ones. */
const ODD = [
  'a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/deep.txt',
  'with blank/äöü ß 漢字 🔒.txt',
  'quote \' and " and $HOME and `x`.txt',
  '-rf',
  '--help',
  'con.txt',
  '100%25 & more?#.txt',
  'e\u0301 decomposed',
  'trailing. ',
];

test('uploads and downloads hundreds of files unchanged, each once', async () => {
  const { owner } = office;
  const many = Array.from({ length: 300 }, (_, index) => `many/${index % 20}/file ${index}.bin`);
  const files = [...ODD, ...many].map((path, index) => [`folder/${path}`, randomBytes(index * 7)] as const);
  await owner.write({ ...Object.fromEntries(files), 'folder/empty': '' });
  const room = await aRoom('everything');
  const put = await owner.json(['put', room, 'folder']);
  expect(put).toMatchObject({ uploaded: files.length + 1, unchanged: 0, failed: 0, skipped: [] });
  const got = await owner.json(['get', room]);
  expect(got).toMatchObject({ downloaded: files.length + 1, unchanged: 0, failed: 0 });
  const sent = await contentsOf(join(owner.home, 'folder'));
  expect(Object.keys(sent)).toHaveLength(files.length + 1);
  // A room has composed names.
  const composed = Object.entries(sent).map(([path, content]) => [path.normalize('NFC'), content]);
  expect(await contentsOf(join(owner.home, room, 'folder'))).toEqual(Object.fromEntries(composed));
  expect(await owner.json(['put', room, 'folder'])).toMatchObject({ uploaded: 0, unchanged: files.length + 1 });
  expect(await owner.json(['get', room])).toMatchObject({ downloaded: 0, unchanged: files.length + 1 });
  expect((await stat(join(owner.home, room, 'folder', 'empty'))).mode & 0o777).toBe(0o600);
  const folders = await owner.json(['ls', room, 'folder/many', '--folders']);
  // The list includes the one above them.
  expect(folders).toHaveLength(21);
  expect(folders).toContainEqual(expect.objectContaining({ path: 'folder/many/7', file_count: 15 }));
  const pathsOf = (listed: readonly { name: string }[]) => listed.map(({ name }) => name);
  expect(pathsOf(await owner.json(['ls', room, '--find', 'MANY/7 FILE']))[0]).toBe('file 7.bin');
  expect(pathsOf(await owner.json(['ls', room, 'folder/with blank', '--find', 'aou']))).toHaveLength(1);
  expect(pathsOf(await owner.json(['ls', room, '--sort=-size']))[0]).toBe('file 299.bin');
  expect((await owner.run(['ls', room, '--sort=colour'])).code).toBe(2);
});

test('names that begin with a dot are written with "_" before it', async () => {
  const { owner } = office;
  await owner.write({ 'dots/.zshenv': 'a', 'dots/.git/hooks/pre-commit': 'b' });
  const room = await aRoom('dots in names');
  await owner.output(['put', room, 'dots/.']);
  await owner.output(['get', room, '--to', 'got']);
  expect(Object.keys(await contentsOf(join(owner.home, 'got')))).toEqual(['_.git/hooks/pre-commit', '_.zshenv']);
  await owner.output(['get', room, '.git']);
  await owner.output(['get', room, '.zshenv']);
  expect(await readFile(join(owner.home, '_.git/hooks/pre-commit'), 'utf8')).toBe('b');
  expect(await readFile(join(owner.home, '_.zshenv'), 'utf8')).toBe('a');
  expect(await readdir(owner.home)).not.toEqual(expect.arrayContaining(['.git']));
  expect(await readdir(owner.home)).not.toEqual(expect.arrayContaining(['.zshenv']));
});

test('a name given with --to may begin with a dot', async () => {
  const { owner } = office;
  await owner.write({ 'env.txt': 'a' });
  const room = await aRoom('chosen names');
  await owner.output(['put', room, 'env.txt']);
  await owner.output(['get', room, 'env.txt', '--to', '.env']);
  expect(await readFile(join(owner.home, '.env'), 'utf8')).toBe('a');
});

test('get creates no hidden folder for a room with a leading dot in its name', async () => {
  const { owner } = office;
  const { desk, email } = await office.person();
  await owner.write({ config: 'ProxyCommand id' });
  const { id } = await owner.json(['rooms', 'create', '.ssh']);
  await owner.output(['put', id, 'config']);
  await owner.output(['members', 'add', id, email, '--role', 'viewer']);
  await desk.output(['get', id]);
  expect(await readdir(desk.home)).toContain('_.ssh');
  expect(await readdir(desk.home)).not.toContain('.ssh');
  expect(await readFile(join(desk.home, '_.ssh/config'), 'utf8')).toBe('ProxyCommand id');
});

test('put sends a changed file again, as another version with --replace', async () => {
  const { owner } = office;
  await owner.write({ 'plan/a.txt': 'one', 'plan/b.txt': 'same' });
  const room = await aRoom('changes');
  await owner.output(['put', room, 'plan']);
  await owner.write({ 'plan/a.txt': 'two' });
  await utimes(join(owner.home, 'plan/a.txt'), 1, 1);
  expect(await owner.json(['put', room, 'plan', '--replace'])).toMatchObject({ uploaded: 1, unchanged: 1 });
  expect((await owner.json(['ls', room])).map(({ name }: { name: string }) => name)).toEqual(['a.txt', 'b.txt']);
  expect(await owner.output(['get', room, 'plan/a.txt', '--to', '-'])).toBe('two');
});

test('put does not replace a later file of another user with an older one', async () => {
  const { owner } = office;
  const { desk, email } = await office.person();
  const room = await aRoom('colleagues');
  await owner.output(['members', 'add', room, email, '--role', 'contributor']);
  const put = async (by: typeof owner, content: string) =>
    (await by.output(['put', room, '-', '--name', 'a.txt', '--keep-both'], { input: content })).split('\t')[0] ?? '';
  const ids = async (): Promise<ReadonlySet<string>> =>
    new Set((await owner.json(['ls', room])).map(({ id }: { id: string }) => id));
  const oldest = await put(owner, 'oldest');
  await owner.write({ 'colleagues/a.txt': 'mine' });
  const { files } = await owner.json(['put', room, 'colleagues/.', '--keep-both']);
  const later = await put(desk, 'later');
  expect(await owner.json(['put', room, 'colleagues/.', '--replace'])).toMatchObject({ unchanged: 1, failed: 0 });
  expect(await ids()).toEqual(new Set([oldest, files[0].id, later]));
});

test('put sends a file again that was deleted in the room', async () => {
  const { owner } = office;
  await owner.write({ 'gone.txt': 'x' });
  const room = await aRoom('deletions');
  await owner.output(['put', room, 'gone.txt']);
  await owner.output(['rm', room, 'gone.txt']);
  expect(await owner.json(['put', room, 'gone.txt'])).toMatchObject({ uploaded: 1, unchanged: 0 });
});

test('put names a folder as it is on disk, its content with a dot, and below another folder with --to', async () => {
  const { owner } = office;
  await owner.write({ 'papers/in/a.txt': 'a' });
  const room = await aRoom('places');
  await owner.output(['put', room, 'papers']);
  await owner.output(['put', room, 'papers/.']);
  await owner.output(['put', room, 'papers/in/a.txt', '--to', '/2027/x/']);
  await owner.output(['put', room, '.', '--to', 'here'], { cwd: join(owner.home, 'papers') });
  const paths = (await owner.output(['ls', room])).split('\n').flatMap((line) => line.split('\t').slice(4));
  expect(paths).toEqual(['2027/x/a.txt', 'here/in/a.txt', 'in/a.txt', 'papers/in/a.txt']);
});

test('put reads standard input under a name, and get writes it to standard output', async () => {
  const { owner } = office;
  const content = randomBytes(300_000);
  const room = await aRoom('streams');
  const [id] = (await owner.output(['put', room, '-', '--name', 'dump.bin'], { input: content })).split('\t');
  const { code, out } = await owner.begin(['get', room, id ?? '', '--to', '-']).bytes;
  expect(code).toBe(0);
  expect(out.equals(content)).toBe(true);
});

test('put leaves out and reports links and pipes in a folder', async () => {
  const { owner } = office;
  await owner.write({ 'mixed/file': 'x' });
  await symlink('/etc/hostname', join(owner.home, 'mixed/link'));
  const room = await aRoom('links');
  const { out, err } = await owner.run(['put', room, 'mixed', '--json']);
  expect(JSON.parse(out)).toMatchObject({
    uploaded: 1,
    skipped: [{ path: join(owner.home, 'mixed/link'), because: 'it is a symbolic link' }],
  });
  expect(err).toBe(`left out ${join(owner.home, 'mixed/link')}: it is a symbolic link.\n`);
});

test('put reports a file that cannot be read, and exits with 1', async () => {
  const { owner } = office;
  // A path of this length cannot be read by any user, not even root.
  const half = Array.from({ length: 11 }, () => 'x'.repeat(200)).join('/');
  await owner.write({ 'deep/file': 'x' });
  for (const top of ['deep', 'rest']) await mkdir(join(owner.home, top, half), { recursive: true });
  const far = join('deep', half, 'rest');
  await rename(join(owner.home, 'rest'), join(owner.home, far));
  const room = await aRoom('unread');
  const { code, out, err } = await owner.run(['put', room, 'deep', '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    uploaded: 1,
    failed: 0,
    skipped: [],
    unread: [{ because: expect.anything() }],
  });
  expect(err).toMatch(/^strongroom: .*\/rest\/.*: the folder cannot be read \(ENAMETOOLONG\)\.\n$/u);
  // The name is too long for any program to remove it.
  await rename(join(owner.home, far), join(owner.home, 'rest'));
});

test('get replaces existing files only on request, and writes the other files', async () => {
  const { owner } = office;
  await owner.write({ 'two/a': 'new a', 'two/b': 'new b', 'out/two/a': 'old' });
  const room = await aRoom('taken');
  await owner.output(['put', room, 'two']);
  const { code, err } = await owner.run(['get', room, '--to', 'out']);
  expect(code).toBe(1);
  expect(err).toBe('strongroom: two/a: There is something at out/two/a already; --overwrite replaces it.\n');
  expect(await readFile(join(owner.home, 'out/two/a'), 'utf8')).toBe('old');
  expect(await readFile(join(owner.home, 'out/two/b'), 'utf8')).toBe('new b');
  await owner.output(['get', room, '--to', 'out', '--overwrite']);
  expect(await readFile(join(owner.home, 'out/two/a'), 'utf8')).toBe('new a');
});

test('get gives a shared path to its newest file, and loses no other', async () => {
  const { owner } = office;
  const room = await aRoom('doubles');
  const input = async (content: string) =>
    (await owner.output(['put', room, '-', '--name', 'a.txt', '--keep-both'], { input: content })).split('\t')[0] ?? '';
  const older = await input('older');
  await input('newer');
  await owner.output(['get', room, '--to', 'doubles-here']);
  const there = await contentsOf(join(owner.home, 'doubles-here'));
  expect(Object.keys(there).sort()).toEqual([`a.${older.slice(-8)}.txt`, 'a.txt']);
  expect(String(there['a.txt'])).toBe('newer');
});

test('get writes a file into an existing folder, or under another name', async () => {
  const { owner } = office;
  await owner.write({ 'x.txt': 'x' });
  await mkdir(join(owner.home, 'there'));
  const room = await aRoom('single');
  await owner.output(['put', room, 'x.txt', '--to', 'deep']);
  await owner.output(['get', room, 'deep/x.txt', '--to', 'there']);
  await owner.output(['get', room, 'x.txt', '--to', 'other.txt']);
  await owner.output(['get', room, 'deep', '--to', 'folder-of-it']);
  for (const path of ['there/x.txt', 'other.txt', 'folder-of-it/x.txt'])
    expect(await readFile(join(owner.home, path), 'utf8')).toBe('x');
});

test('put reports the reason for a file that cannot be sent, and sends the others', async () => {
  const { owner } = office;
  const deep = Array.from({ length: 5 }, () => 'd'.repeat(220)).join('/');
  await owner.write({ 'some/good': 'x', 'some/bad\u001b[31mname': 'y', [`some/${deep}/z`]: 'z' });
  const room = await aRoom('refusals');
  const { code, out, err } = await owner.run(['put', room, 'some', '--json']);
  expect(code).toBe(4);
  expect(JSON.parse(out)).toMatchObject({ uploaded: 2, failed: 1 });
  expect(err).toMatch(/^1 file has another name in the room:\n.*some\/bad\\u\{1b\}\[31mname is some\/bad_\[31mname\n/u);
  expect(err).toMatch(/\nstrongroom: some\/d+\/.*: Folder .*\n$/u);
  expect(`${out}${err}`).not.toContain('\u001b');
  await writeFile(join(owner.home, 'lonely'), 'x');
  expect(await owner.run(['put', room, 'lonely', 'missing'])).toEqual({
    code: 1,
    out: '',
    err: 'strongroom: there is no missing.\n',
  });
});

test('the command line restores deleted files from the bin of a room, and destroys the others', async () => {
  const { owner } = office;
  const room = await aRoom('bin');
  await owner.write({ 'kept/a.txt': 'a', 'kept/b.txt': 'b', 'kept/c.txt': 'c' });
  await owner.output(['put', room, 'kept']);
  expect(await owner.json(['rooms', 'edit', room, '--bin-days', '30'])).toMatchObject({ bin_days: 30 });
  await owner.output(['rm', room, 'kept', '--recursive', '--yes']);
  expect(await owner.json(['ls', room])).toEqual([]);
  const pathsIn = async () =>
    (await owner.json(['bin', 'list', room])).map(({ name }: { name: string }) => name).toSorted();
  expect(await pathsIn()).toEqual(['a.txt', 'b.txt', 'c.txt']);
  expect(await owner.json(['bin', 'restore', room, 'kept/a.txt'])).toMatchObject([{ name: 'a.txt', folder: 'kept' }]);
  await owner.output(['bin', 'destroy', room, 'kept/b.txt', '--yes']);
  expect(await pathsIn()).toEqual(['c.txt']);
  expect((await owner.run(['bin', 'restore', room, 'kept/b.txt'])).code).toBe(EXIT.notFound);
  expect((await owner.run(['bin', 'empty', room])).code).not.toBe(0);
  expect(await owner.json(['bin', 'empty', room, '--yes'])).toMatchObject({ destroyed: 1 });
  expect(await pathsIn()).toEqual([]);
  expect((await owner.json(['ls', room])).map(({ name }: { name: string }) => name)).toEqual(['a.txt']);
  expect((await owner.run(['rooms', 'edit', room, '--bin-days', 'x'])).code).toBe(2);
});

test('the command line makes and deletes folders, which may be empty', async () => {
  const { owner } = office;
  const room = await aRoom('made');
  expect(await owner.json(['mkdir', room, '2027/contracts', '/2027/offers/'])).toMatchObject([
    { path: '2027/contracts' },
    { path: '2027/offers' },
  ]);
  const paths = async () =>
    (await owner.json(['ls', room, '--folders'])).map(({ path }: { path: string }) => path).toSorted();
  expect(await paths()).toEqual(['2027', '2027/contracts', '2027/offers']);
  expect((await owner.run(['rmdir', room, '2027'])).code).toBe(EXIT.refused);
  await owner.output(['rmdir', room, '2027/offers', '2027/contracts']);
  expect(await paths()).toEqual(['2027']);
  expect((await owner.run(['rmdir', room, '2027/none'])).code).toBe(EXIT.notFound);
});

test('put and get make folders in which there is nothing, and none twice', async () => {
  const { owner } = office;
  const room = await aRoom('hollow');
  await owner.write({ 'hollow/full/a.txt': 'a' });
  for (const path of ['hollow/full/empty/deep', 'hollow/none'])
    await mkdir(join(owner.home, path), { recursive: true });
  const made = await owner.json(['put', room, 'hollow/.']);
  expect(made.folders).toMatchObject([
    { room_path: 'full/empty/deep', status: 'made' },
    { room_path: 'none', status: 'made' },
  ]);
  // In another spelling it is the same folder.
  await rename(join(owner.home, 'hollow/none'), join(owner.home, 'hollow/NONE'));
  const again = await owner.json(['put', room, 'hollow/.']);
  expect(again.folders.map(({ status }: { status: string }) => status)).toEqual(['unchanged', 'unchanged']);
  expect(await owner.output(['put', room, 'hollow/.', '--dry-run'])).toBe(
    'unchanged\tfull/a.txt\nunchanged\tNONE/\nunchanged\tfull/empty/deep/\n',
  );
  await owner.output(['get', room, '--to', 'hollow-got']);
  const there = (await readdir(join(owner.home, 'hollow-got'), { recursive: true })).toSorted();
  expect(there).toEqual(['full', 'full/a.txt', 'full/empty', 'full/empty/deep', 'none']);
  await owner.output(['get', room, 'full/empty', '--to', 'hollow-one']);
  expect(await readdir(join(owner.home, 'hollow-one'))).toEqual(['deep']);
  expect((await owner.run(['get', room, 'full/other'])).code).toBe(EXIT.notFound);
});

test('get gives a file another name where an empty folder needs its own', async () => {
  const { owner } = office;
  const room = await aRoom('both kinds');
  await owner.output(['put', room, '-', '--name', 'same'], { input: 'a file' });
  await owner.output(['mkdir', room, 'Same']);
  await owner.output(['get', room, '--to', 'kinds']);
  const [one, other] = (await readdir(join(owner.home, 'kinds'), { withFileTypes: true })).toSorted((a, b) =>
    a.isDirectory() === b.isDirectory() ? 0 : a.isDirectory() ? -1 : 1,
  );
  expect([one?.name, one?.isDirectory(), other?.isFile()]).toEqual(['Same', true, true]);
});

test('mv gives an empty folder its place among those beside it', async () => {
  const { owner } = office;
  const room = await aRoom('ordered');
  for (const folder of ['A', 'B']) await owner.output(['mkdir', room, folder]);
  expect(await owner.json(['mv', room, 'B/', '--position', '1'])).toMatchObject({ path: 'B', position: 1 });
  expect((await owner.run(['mv', room, 'C', '--position', '1'])).code).toBe(EXIT.notFound);
});

test('index numbers are listed where a room has them, and given again after a question', async () => {
  const { owner } = office;
  await owner.write({ 'numbered/10 Tax/a': '', 'numbered/2 Legal/b': '', 'numbered/c': '' });
  const room = await aRoom('numbers');
  await owner.output(['put', room, 'numbered/.']);
  expect(await owner.output(['ls', room])).not.toContain('1.1');
  expect(await owner.run(['rooms', 'renumber', room, '--yes'])).toMatchObject({
    code: EXIT.notDone,
    err: expect.stringContaining('has no index numbers'),
  });
  expect(await owner.json(['rooms', 'edit', room, '--numbers', 'fixed'])).toMatchObject({ numbering: 'fixed' });
  const cells = async (...args: readonly string[]) =>
    (await owner.output(['ls', room, ...args]))
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t').slice(-2).join(' '));
  expect(await cells()).toEqual(['1.1 2 Legal/b', '2.1 10 Tax/a', '3 c']);
  expect(await cells('--sort', 'name')).toEqual(['1.1 2 Legal/b', '2.1 10 Tax/a', '3 c']);
  expect((await owner.output(['ls', room, '--folders'])).split('\n')[0]).toBe('1\t1\t2 Legal');
  await owner.output(['rm', room, 'c', '--yes']);
  await owner.write({ d: '' });
  await owner.output(['put', room, 'd']);
  expect(await cells()).toContain('4 d');
  expect(await owner.run(['rooms', 'renumber', room])).toMatchObject({ code: EXIT.usage });
  expect(await owner.json(['rooms', 'renumber', room, '--yes'])).toEqual({ numbered: 5 });
  expect(await cells()).toContain('3 d');
  expect(await owner.json(['rooms', 'create', 'Counted', '--numbers', 'fixed'])).toMatchObject({ numbering: 'fixed' });
});
