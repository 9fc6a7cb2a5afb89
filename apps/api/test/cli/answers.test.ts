import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { eventually } from '../support/service-process.ts';
import { anOffice, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';

let office: Office;
let room: string;
let file: string;
beforeAll(async () => {
  await build();
  office = await anOffice(undefined, QuickDesk);
  const { owner } = office;
  room = (await owner.output(['rooms', 'create', 'Falcon', '--description', 'For the merger'])).trim();
  await owner.write({ 'a/one.txt': '1', 'a/two.txt': '22' });
  await owner.output(['put', 'Falcon', 'a']);
  [{ id: file }] = await owner.json(['ls', 'Falcon', 'a/one.txt']);
}, 120_000);
afterAll(() => office.end());

const pathIn = ({ folder, name }: { folder: string; name: string }): string => (folder ? `${folder}/${name}` : name);
const UUID = /^[0-9a-f-]{36}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

test('--json prints lists as arrays and resources as objects, as in the interface', async () => {
  const { owner } = office;
  const one = { id: room, name: 'Falcon', classification: 'C2', my_role: 'owner', file_count: 2, status: 'active' };
  expect(await owner.json(['rooms'])).toMatchObject([one]);
  expect(await owner.json(['rooms', 'show', 'Falcon'])).toMatchObject({ ...one, description: 'For the merger' });
  expect(await owner.json(['ls', room])).toMatchObject([
    { id: file, name: 'one.txt', folder: 'a', size: 1, status: 'available', uploaded_at: expect.stringMatching(TIME) },
    { name: 'two.txt', size: 2 },
  ]);
  expect(await owner.json(['members', 'Falcon'])).toMatchObject([{ role: 'owner', effective_access: 'full' }]);
  expect(await owner.json(['users'])).toMatchObject([{ role: 'owner', status: 'active' }]);
  expect(await owner.json(['users', 'rooms', 'me'])).toMatchObject([
    {
      room_id: room,
      name: 'Falcon',
      role: 'owner',
      groups: [],
      effective_access: 'full',
      joined_at: expect.stringMatching(TIME),
    },
  ]);
  expect(await owner.json(['units'])).toMatchObject([{ parent_id: null, room_count: 1 }]);
  expect(await owner.json(['tokens'])).toMatchObject([{ scopes: null, prefix: expect.stringMatching(/^srt_/) }]);
  expect(await owner.json(['explain', 'me', 'room.see', '--room', 'Falcon'])).toMatchObject({ effect: 'allow' });
});

test('a list prints tabs without titles, colours or standard error when not on a terminal', async () => {
  const { owner } = office;
  expect(await owner.run(['rooms'])).toEqual({ code: 0, err: '', out: `${room}\tFalcon\tC2\towner\t2\t1\tactive\n` });
  const { out, err } = await owner.run(['put', 'Falcon', 'a']);
  expect(err).toBe('');
  const paths = out
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(paths.map(([, path]) => path).toSorted()).toEqual(['a/one.txt', 'a/two.txt']);
  for (const [id] of paths) expect(id).toMatch(UUID);
  expect((await owner.output(['rooms', 'archive', 'Falcon'])).trim()).toBe(room);
  expect((await owner.output(['rooms', 'unarchive', 'Falcon'])).trim()).toBe(room);
});

test('audit filters the log by its options, and exports it as lines', async () => {
  const { owner } = office;
  const events = await owner.json(['audit', '--room', 'Falcon', '--type', 'file.confirmed', '--from', '1h']);
  expect(events).toMatchObject([{ type: 'file.confirmed', outcome: 'allowed' }, { target: { room_id: room } }]);
  expect(await owner.json(['audit', '--limit', '1'])).toHaveLength(1);
  expect(await owner.json(['audit', '--actor', 'me', '--to', '2020-01-01'])).toEqual([]);
  const lines = (await owner.output(['audit', 'export', '--room', 'Falcon'])).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toContain('room.created');
  expect((await owner.run(['audit', '--type', 'room.painted'])).code).toBe(2);
  expect((await owner.run(['audit', '--from', 'yesterday'])).code).toBe(2);
});

test('--json prints an error as JSON', async () => {
  const { code, out, err } = await office.owner.run(['rooms', 'show', 'Eagle', '--json']);
  expect({ code, out }).toEqual({ code: 5, out: '' });
  expect(JSON.parse(err)).toEqual({
    error: { code: 'NOT_FOUND', message: 'there is no room "Eagle", or it is not yours to see.', exit_code: 5 },
  });
});

test('the command line rejects an ambiguous name, and lists its matches', async () => {
  const { owner } = office;
  const ids = [];
  for (const label of ['C1', 'C3'])
    ids.push((await owner.output(['rooms', 'create', 'Twin', '--label', label, '--same-name'])).trim());
  const { code, out, err } = await owner.run(['ls', 'Twin']);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('"Twin" stands for 2 rooms; name the id of one:\n');
  for (const id of ids) expect(err).toContain(`  ${id}  C`);
  expect(await owner.json(['ls', ids[0] ?? ''])).toEqual([]);
  await owner.output(['put', 'Falcon', '-', '--name', 'one.txt', '--to', 'b'], { input: 'x' });
  const files = await owner.run(['get', 'Falcon', 'one.txt']);
  expect(files.code).toBe(2);
  for (const said of ['stands for 2 files;', '  a/one.txt  ', '  b/one.txt  ']) expect(files.err).toContain(said);
});

test('rm deletes a folder only with --recursive', async () => {
  const { owner } = office;
  await owner.output(['put', 'Falcon', '-', '--name', 'x', '--to', 'old'], { input: 'x' });
  expect((await owner.run(['rm', 'Falcon', 'old'])).code).toBe(2);
  expect(await owner.json(['rm', 'Falcon', 'old', '--recursive'])).toMatchObject({ files: [{ status: 'deleted' }] });
  expect((await owner.run(['rm', 'Falcon', 'old/x'])).code).toBe(5);
});

test('rm deletes the file at the path, and no file of that name elsewhere', async () => {
  const { owner } = office;
  await owner.output(['put', 'Falcon', '-', '--name', 'offer.pdf', '--to', '2027'], { input: 'x' });
  expect(await owner.output(['get', 'Falcon', 'offer.pdf', '--to', '-'])).toBe('x');
  const refused = await owner.run(['rm', 'Falcon', 'offer.pdf']);
  expect(refused).toMatchObject({ code: 5, out: '', err: expect.stringContaining('there is no file "offer.pdf"') });
  const [{ id }] = await owner.json(['ls', 'Falcon', '2027/offer.pdf']);
  expect(await owner.json(['rm', 'Falcon', id])).toMatchObject({ files: [{ room_path: '2027/offer.pdf' }] });
});

test('mv moves and relabels files and folders, and replaces none', async () => {
  const { owner } = office;
  await owner.output(['rooms', 'create', 'Moving']);
  await owner.output(['put', 'Moving', 'a']);
  const paths = async () => (await owner.json(['ls', 'Moving'])).map(pathIn).toSorted();
  await owner.output(['mv', 'Moving', 'a/one.txt', 'uno.txt']);
  expect(await paths()).toEqual(['a/two.txt', 'uno.txt']);
  expect(await owner.output(['mv', 'Moving', 'uno.txt', 'b/'])).toBe('b/uno.txt\n');
  expect(await owner.run(['mv', 'Moving', 'b/uno.txt', 'a/two.txt'])).toMatchObject({
    code: 4,
    err: expect.stringContaining('already'),
  });
  const { id } = (await owner.json(['ls', 'Moving', 'a', '--folders']))[0];
  await owner.output(['mv', 'Moving', 'a', 'b/c']);
  // In one step, with its id.
  expect(await owner.json(['ls', 'Moving', 'b/c', '--folders'])).toMatchObject([{ id, path: 'b/c' }]);
  expect(await paths()).toEqual(['b/c/two.txt', 'b/uno.txt']);
  expect((await owner.run(['relabel', 'Moving', 'b', 'C3'])).code).toBe(2);
  expect(await owner.json(['relabel', 'Moving', 'b', 'C3', '--recursive'])).toMatchObject([
    { classification: 'C3' },
    { classification: 'C3' },
  ]);
});

test('rm deletes all files of a room only with --yes', async () => {
  const { owner } = office;
  await owner.output(['rooms', 'create', 'Swept']);
  await owner.output(['put', 'Swept', 'a']);
  for (const all of ['/', '.', './']) {
    const { code, err } = await owner.run(['rm', 'Swept', all, '--recursive']);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('say --yes to delete all files of the room'),
    });
  }
  expect(await owner.json(['ls', 'Swept'])).toHaveLength(2);
  expect((await owner.run(['rm', 'Swept', '/', '--yes'])).code).toBe(2);
  await owner.output(['rm', 'Swept', '/', '--recursive', '--yes']);
  expect(await owner.json(['ls', 'Swept'])).toEqual([]);
});

test('the command line destroys a room only with --yes, and the receipt shows when it is done', async () => {
  const { owner } = office;
  await owner.output(['rooms', 'create', 'Doomed']);
  await owner.output(['put', 'Doomed', '-', '--name', 'x'], { input: 'x' });
  const asked = await owner.run(['rooms', 'delete', 'Doomed']);
  expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('say --yes') });
  const receipt = await owner.json(['rooms', 'delete', 'Doomed', '--yes', '--names']);
  expect(receipt).toMatchObject({ id: expect.stringMatching(UUID), files_total: 1 });
  expect((await owner.run(['ls', 'Doomed'])).code).toBe(5);
  const complete = await eventually('the end of the room', async () => {
    const answer = await owner.json(['receipt', receipt.id]);
    return answer.keys_destroyed === 1 && answer.key.state === 'destroyed' ? answer : undefined;
  });
  expect(complete.files_destroyed).toBe(1);
  expect(await owner.json(['receipt', receipt.id, '--files'])).toMatchObject([{ name: 'x', folder: '' }]);
  expect(await owner.json(['receipts'])).toMatchObject([
    // The second sweep may end meanwhile.
    { id: receipt.id, status: expect.stringMatching(/^(in_progress|complete)$/) },
  ]);
});

test('an error suggests names, and says what to do instead of the status of the service', async () => {
  const { owner } = office;
  await owner.output(['rooms', 'create', 'Project Nightingale']);
  expect(await owner.run(['rooms', 'show', 'nightingale'])).toMatchObject({
    code: 5,
    err: expect.stringContaining('Did you mean "Project Nightingale"?'),
  });
  expect(await owner.run(['rooms', 'create', 'Project Nightingale'])).toMatchObject({
    code: 4,
    err: expect.stringContaining('say --same-name to make another'),
  });
  const unknown = await owner.run(['rooms', 'create', 'Heron', '--label', 'confidentiall']);
  expect(unknown).toMatchObject({ code: 4, err: expect.stringContaining('`strongroom labels` lists them') });
  expect((await owner.output(['labels'])).split('\n')[2]).toBe('C3\tconfidential');
});

test('login accepts an address without a scheme', async () => {
  const desk = await office.stranger('brief');
  const signedIn = await desk.json(['login', office.url.replace('http://', '')], { input: office.token });
  expect(signedIn.role).toBe('owner');
});

test.each([
  ['ftp://rooms.example', /not an http or https address/],
  ['127.0.0.1:99999', /not an http or https address/],
  ['http://rooms.example', /sent over https only/],
])('login judges the address %s before it asks for a token', async (address, sentence) => {
  const { code, err } = await office.owner.run(['login', address]);
  expect([code, err]).toEqual([expect.any(Number), expect.stringMatching(sentence)]);
  expect(code).not.toBe(0);
  expect(err).not.toContain('token: type it');
});

test('an address without a scheme means https, unless it is of this machine', async () => {
  const { port } = new URL(office.url);
  const desk = await office.stranger('schemes');
  const signedIn = await desk.run(['login', `LOCALHOST:${port}`], { input: office.token });
  expect([signedIn.code, signedIn.err]).toEqual([0, expect.any(String)]);
  // Plain http would be refused here, and https finds no such host.
  const { err } = await desk.run(['login', `localhost.invalid:${port}`], { input: office.token });
  expect(err).toContain(`https://localhost.invalid:${port}`);
});

test('the command line explains a mistake in words, suggests the right one, and says nothing of HTTP', async () => {
  const { owner } = office;
  const said = async (...args: string[]) => (await owner.run(args)).err.trim().replace(/^strongroom: /, '');
  expect(await said('ls', 'Falcn')).toMatch(/Did you mean "Falcon"\?$/);
  expect(await said('ls', 'Falcon', 'a/noe.txt')).toMatch(/Did you mean "a\/one\.txt"\?$/);
  expect(await said('invite', 'nobody')).toBe('Email must be one plain ASCII e-mail address, at most 254 characters.');
  expect(await said('rooms', 'create', 'a\u0001b')).toBe(
    'Name must not hold control or bidirectional formatting characters.',
  );
  expect(await said('put', 'Falcon', 'a', '--to', 'x/..')).toMatch(/^Folder must be segments joined by/);
  expect(await said('rooms', 'create', 'X', '--label', 'c9')).toMatch(/`strongroom labels` lists them/);
  expect(await said('ls', 'Falcon', 'a', 'b')).toMatch(/a pattern need quotes: '2027\/\*\.pdf'/);
  const { err } = await owner.run(['login', `${office.url}/settings/tokens`], { input: office.token });
  expect(err).toMatch(/the address has more than the service/);
});

test('put refuses a file that is too large, and names the largest size', async () => {
  const { owner } = office;
  await owner.write({ 'huge.bin': '' });
  await truncate(join(owner.home, 'huge.bin'), 104_857_601);
  const { code, err } = await owner.run(['put', 'Falcon', 'huge.bin']);
  expect({ code, err }).toEqual({
    code: 4,
    err: 'strongroom: huge.bin: A file has at most 100 MiB (104857600 bytes).\n',
  });
});

test('an error names the place on this machine that cannot be written', async () => {
  const { owner } = office;
  await owner.write({ taken: 'a file' });
  const { code, err } = await owner.run(['get', 'Falcon', 'a', '--to', 'taken']);
  expect(code).toBe(1);
  expect(err.trimEnd().split('\n').toSorted()).toEqual([
    'strongroom: a/one.txt: taken is not a folder.',
    'strongroom: a/two.txt: taken is not a folder.',
  ]);
});

test('the command line explains which rule decided, and lists files in the order of their paths', async () => {
  const { owner } = office;
  await owner.output(['invite', 'eve@example.org']);
  const explained = await owner.output([
    'explain',
    'eve@example.org',
    'file.download',
    '--room',
    'Falcon',
    '--file',
    'a/one.txt',
  ]);
  expect(explained).toMatch(/^All of these must hold:$/m);
  expect(explained.split('Denied, because this does not hold:\n')[1]?.split('\n')).toContain(
    '- The caller is a member of the room.',
  );
  // Members and overseers see a room: neither rule alone decides.
  const upload = await owner.output(['explain', 'eve@example.org', 'file.upload', '--room', 'Falcon']);
  const [all, ...groups] = upload.split('One of these must hold:\n');
  expect(all).not.toContain('member of the room');
  expect(groups[0]).toMatch(/^no {3}The caller is a member of the room\.\nno {3}The caller oversees rooms/);
  expect(upload.split('Denied, because this does not hold:\n')[1]).toContain(
    '- The caller is a member of the room.\n  or: The caller oversees rooms',
  );
  const gone = await owner.output(['rm', 'Falcon', 'a', '--recursive', '--dry-run']);
  expect(
    gone
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[1]),
  ).toEqual(['a/one.txt', 'a/two.txt']);
});

test('a favourite of the list of rooms is chosen and taken out, and the last file of a room is listed', async () => {
  const { owner } = office;
  const names = async (...words: readonly string[]): Promise<unknown> => {
    const rooms: readonly Readonly<{ name: string }>[] = await owner.json(['rooms', 'list', ...words]);
    return rooms.map(({ name }) => name);
  };
  await owner.output(['rooms', 'create', 'Starred']);
  expect(await names('--favourites')).toEqual([]);
  expect(await owner.json(['rooms', 'favourite', 'Starred'])).toEqual({ favourite: true });
  expect(await names('--favourites')).toEqual(['Starred']);
  expect((await owner.output(['rooms', 'list', '--favourites', '--recent'])).split('\t')).toHaveLength(8);
  expect(await owner.json(['rooms', 'favourite', 'Starred', '--off'])).toEqual({ favourite: false });
  expect(await names('--favourites')).toEqual([]);
  const recent: readonly Readonly<{ last_activity_at: string | null }>[] = await owner.json([
    'rooms',
    'list',
    '--recent',
  ]);
  const times = recent.map(({ last_activity_at: at }) => at ?? '');
  expect(times).toEqual(times.toSorted().toReversed());
  expect(times.at(-1)).toBe('');
});
