import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { anOffice, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';

let office: Office;
beforeAll(async () => {
  await build();
  office = await anOffice(undefined, QuickDesk);
  const { owner } = office;
  await owner.output(['rooms', 'create', 'Falcon']);
  await owner.output(['rooms', 'edit', 'Falcon', '--folders', 'owners']);
  for (const name of ['Bidder A', 'Bidder B', 'Law:viewer']) await owner.output(['groups', 'create', 'Falcon', name]);
}, 120_000);
afterAll(() => office.end());

type Access = Readonly<{
  access?: Readonly<{ groups: readonly Readonly<{ group_id: string; role: string }>[] | null }>;
}>;

/** The groups of a folder by name, each with its role there. */
async function rolesIn({ access }: Access): Promise<unknown> {
  const all: readonly Readonly<{ id: string; name: string }>[] = await office.owner.json(['groups', 'Falcon']);
  return access?.groups?.map(({ group_id, role }) => [all.find(({ id }) => id === group_id)?.name, role]);
}

test('the command line restricts a folder to groups, each with its role', async () => {
  const { owner } = office;
  const [made] = await owner.json(['mkdir', 'Falcon', 'Deal', '--group', 'Bidder A', '--group', 'Bidder B:viewer']);
  expect(await rolesIn(made)).toEqual([
    ['Bidder A', 'contributor'],
    ['Bidder B', 'viewer'],
  ]);
  const groups = ['--group', 'Bidder B:contributor', '--group', 'Law:viewer', '--group', 'Bidder A:viewer'];
  expect(await rolesIn(await owner.json(['restrict', 'Falcon', 'Deal', ...groups]))).toEqual([
    ['Bidder B', 'contributor'],
    ['Law:viewer', 'contributor'],
    ['Bidder A', 'viewer'],
  ]);
  const law = await owner.json(['restrict', 'Falcon', 'Deal', '--group', 'Law:viewer:viewer']);
  expect(await rolesIn(law)).toEqual([['Law:viewer', 'viewer']]);
  expect((await owner.json(['restrict', 'Falcon', 'Deal', '--owners'])).access.groups).toEqual([]);
  expect((await owner.json(['restrict', 'Falcon', 'Deal', '--lift'])).access.groups).toBeNull();
});

test('the command line refuses a group or a role that does not exist', async () => {
  for (const group of ['Bidder C:viewer', 'Bidder A:owner']) {
    const { code, err } = await office.owner.run(['restrict', 'Falcon', 'Deal', '--group', group]);
    expect([code, err]).toEqual([5, expect.stringContaining('there is no group')]);
  }
});

test('the command line says before a change how many members would gain and lose sight, and changes nothing', async () => {
  const { owner } = office;
  await owner.output(['invite', 'ann@example.com']);
  await owner.output(['members', 'add', 'Falcon', 'ann@example.com']);
  await owner.output(['mkdir', 'Falcon', 'Closed', '--group', 'Bidder A']);
  await owner.output(['mkdir', 'Falcon', 'Plain']);
  const seen = (...words: readonly string[]) => owner.json([...words, '--dry-run']);
  expect(await seen('restrict', 'Falcon', 'Plain', '--owners')).toEqual({ gain: 0, lose: 1 });
  expect(await seen('restrict', 'Falcon', 'Closed', '--lift')).toEqual({ gain: 1, lose: 0 });
  await owner.output(['put', 'Falcon', '-', '--name', 'a.txt', '--to', 'Plain'], { input: 'text' });
  expect(await seen('mv', 'Falcon', 'Plain/a.txt', 'Closed/')).toEqual({ gain: 0, lose: 1 });
  expect(await seen('mv', 'Falcon', 'Plain/', 'Closed/Plain')).toEqual({ gain: 0, lose: 1 });
  expect(await owner.output(['ls', 'Falcon', 'Plain'])).toContain('a.txt');
});

test('the command line puts people into groups as it adds or invites them', async () => {
  const { owner } = office;
  await owner.output(['invite', 'dora@example.com']);
  await owner.output(['members', 'add', 'Falcon', 'dora@example.com', '--group', 'Bidder A', '--group', 'Law:viewer']);
  await owner.output(['members', 'invite', 'Falcon', 'guest@bidder.example', '--group', 'Bidder A']);
  const members: readonly Readonly<{ groups: readonly Readonly<{ name: string }>[] }>[] = await owner.json([
    'members',
    'Falcon',
  ]);
  const named = members.map(({ groups }) => groups.map(({ name }) => name).join(' and '));
  expect(named.toSorted()).toEqual(['', '', 'Bidder A', 'Bidder A and Law:viewer']);
  const { code } = await owner.run(['members', 'add', 'Falcon', 'dora@example.com', '--group', 'Bidder C']);
  expect(code).toBe(5);
});

test('a member who may delete none of the files that they name reads the name of each', async () => {
  const { owner } = office;
  const { desk, email } = await office.person();
  await owner.output(['members', 'add', 'Falcon', email, '--role', 'viewer', '--group', 'Bidder A']);
  await owner.output(['mkdir', 'Falcon', 'Handed in', '--group', 'Bidder A']);
  for (const name of ['one.txt', 'two.txt'])
    await owner.output(['put', 'Falcon', '-', '--name', name, '--to', 'Handed in'], { input: 'text' });
  const removing = ['rm', 'Falcon', 'Handed in', '--recursive', '--yes'];
  const { code, out, err } = await desk.run([...removing, '--json']);
  expect([code, JSON.parse(out).files]).toMatchObject([
    4,
    [
      { room_path: 'Handed in/one.txt', status: 'failed', error: { code: 'INSUFFICIENT_ROOM_ROLE' } },
      { room_path: 'Handed in/two.txt', status: 'failed', error: { code: 'INSUFFICIENT_ROOM_ROLE' } },
    ],
  ]);
  expect(err.match(/^strongroom: Handed in\/(?:one|two)\.txt: Your role in this room/gmu)).toHaveLength(2);
  await desk.output(['put', 'Falcon', '-', '--name', 'mine.txt', '--to', 'Handed in'], { input: 'text' });
  const some: Readonly<{ files: readonly Readonly<{ status: string }>[] }> = JSON.parse(
    (await desk.run([...removing, '--json'])).out,
  );
  expect(some.files.map(({ status }) => status)).toEqual(['deleted', 'failed', 'failed']);
});

test('the command line adds people to a group with one request, and names each that is refused', async () => {
  const { owner } = office;
  const [ida, kim] = [await office.person(), await office.person()];
  for (const { email } of [ida, kim]) await owner.output(['members', 'add', 'Falcon', email]);
  await owner.output(['invite', 'outside@example.com']);
  const adding = ['groups', 'add', 'Falcon', 'Bidder B', ida.email];
  expect(await owner.output(adding)).toBe(`${ida.id}\n`);
  const { code, out, err } = await owner.run([...adding, 'outside@example.com', kim.email, '--json']);
  expect([code, JSON.parse(out).members]).toMatchObject([
    5,
    [
      { user_id: ida.id, user: ida.email, status: 'unchanged' },
      { user: 'outside@example.com', status: 'failed', error: { code: 'MEMBER_NOT_FOUND' } },
      { user_id: kim.id, status: 'added' },
    ],
  ]);
  expect(err).toMatch(/^strongroom: outside@example\.com: .+\n$/u);
  const group = JSON.parse(out).group_id;
  const listed = await office.caller.get(`/rooms/${JSON.parse(out).room_id}/members?group_id=${group}`);
  const there: readonly Readonly<{ user_id: string }>[] = listed.body.data;
  expect(there.map(({ user_id: user }) => user)).toEqual(expect.arrayContaining([ida.id, kim.id]));
  expect((await owner.run([...adding, 'absent@example.com'])).code).toBe(5);
});
