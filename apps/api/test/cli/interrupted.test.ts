import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from '../system/built.ts';
import { anOffice, contentsOf, type Desk, type Office } from './desk.ts';

let office: Office;
beforeAll(async () => {
  await build();
  office = await anOffice();
}, 120_000);
afterAll(() => office.end());

const FILES = 200;
const SOME = 80;

async function aFolderOf(desk: Desk, name: string, count = FILES): Promise<void> {
  const files = Array.from({ length: count }, (_, index) => [`${name}/${index % 7}/${index}.txt`, `${name} ${index}`]);
  await desk.write(Object.fromEntries(files) as Record<string, string>);
}

async function aRoom(name: string): Promise<string> {
  return (await office.owner.told(['rooms', 'create', name])).trim();
}

/** How many events of a type there are in a room. */
async function events(room: string, type: string): Promise<number> {
  const { body } = await office.caller.get(`/audit-events?room_id=${room}&type=${type}`);
  return body.meta.total as number;
}

/** Begins a put and resolves when it has told of so many files. */
async function putUntil(desk: Desk, args: readonly string[], lines: number) {
  const running = desk.begin(['put', ...args]);
  let seen = 0;
  await new Promise<void>((resolve, reject) => {
    running.child.stdout.on('data', (piece: Buffer) => {
      seen += piece.toString().split('\n').length - 1;
      if (seen >= lines) resolve();
    });
    running.child.on('close', () => reject(new Error('it had ended before')));
  });
  return running;
}

test('after a kill in the middle nothing is sent again that was confirmed, and everything is there', async () => {
  const { owner } = office;
  await aFolderOf(owner, 'killed');
  const room = await aRoom('kill');
  const running = await putUntil(owner, ['kill', 'killed'], 60);
  running.child.kill('SIGKILL');
  expect((await running.ended).code).toBe('SIGKILL');
  const before = await events(room, 'file.confirmed');
  expect(before).toBeGreaterThanOrEqual(60);
  expect(before).toBeLessThan(FILES);
  const again = await owner.json(['put', 'kill', 'killed']);
  expect(again.uploaded + again.unchanged).toBe(FILES);
  expect(again.unchanged).toBeGreaterThanOrEqual(60);
  expect(await events(room, 'file.confirmed')).toBe(FILES);
  // What had been announced is gone on with, under the same id: its key was handed out again, for the same file.
  const announced = await owner.json(['audit', '--room', room, '--type', 'file.upload_requested', '--limit', '1000']);
  expect(new Set(announced.map(({ target }: { target: { id: string } }) => target.id)).size).toBe(FILES);
  await owner.told(['get', 'kill', 'killed', '--to', 'back']);
  expect(await contentsOf(join(owner.home, 'back'))).toEqual(await contentsOf(join(owner.home, 'killed')));
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a put in order: %i, nothing is left announced, and the next run goes on', async (signal, code) => {
  const { owner } = office;
  await aFolderOf(owner, signal, SOME);
  const room = await aRoom(signal);
  const running = await putUntil(owner, [signal, signal], 20);
  running.child.kill(signal);
  const told = await running.ended;
  expect({ code: told.code, err: told.err }).toEqual({ code, err: 'strongroom: interrupted.\n' });
  const confirmed = await events(room, 'file.confirmed');
  expect(confirmed).toBeLessThan(SOME);
  const requested = await events(room, 'file.upload_requested');
  expect(await events(room, 'file.deleted')).toBe(requested - confirmed);
  expect(await owner.json(['put', signal, signal])).toMatchObject({ failed: 0 });
  expect(await events(room, 'file.confirmed')).toBe(SOME);
});

test('Ctrl-C leaves a get without half a file, and the next run fetches the rest', async () => {
  const { owner } = office;
  await aFolderOf(owner, 'down', SOME);
  await aRoom('down');
  await owner.told(['put', 'down', 'down']);
  const running = owner.begin(['get', 'down', '--to', 'got']);
  await new Promise<void>((resolve) => running.child.stdout.once('data', () => resolve()));
  running.child.kill('SIGINT');
  expect((await running.ended).code).toBe(130);
  const sent = await contentsOf(join(owner.home, 'down'));
  const half = await contentsOf(join(owner.home, 'got', 'down'));
  expect(Object.keys(half).length).toBeLessThan(SOME);
  for (const [path, content] of Object.entries(half)) expect([path, content]).toEqual([path, sent[path]]);
  const rest = await owner.json(['get', 'down', '--to', 'got']);
  expect(rest).toMatchObject({ unchanged: Object.keys(half).length, failed: 0 });
  expect(await contentsOf(join(owner.home, 'got', 'down'))).toEqual(sent);
});

test('two runs beside each other send every file once, and both end when all is there', async () => {
  const { owner } = office;
  await aFolderOf(owner, 'both', SOME);
  const room = await aRoom('both');
  const [one, other] = await Promise.all([owner.json(['put', 'both', 'both']), owner.json(['put', 'both', 'both'])]);
  expect(one.uploaded + other.uploaded).toBe(SOME);
  for (const run of [one, other]) expect(run.uploaded + run.unchanged).toBe(SOME);
  expect(await events(room, 'file.upload_requested')).toBe(SOME);
  expect(await events(room, 'file.confirmed')).toBe(SOME);
});

test('one that was interrupted while it waits for another process is gone at once', async () => {
  const { owner } = office;
  await aFolderOf(owner, 'stopped', 40);
  await aRoom('stopped');
  const first = await putUntil(owner, ['stopped', 'stopped', '--parallel', '1'], 3);
  first.child.kill('SIGSTOP');
  const second = owner.begin(['put', 'stopped', 'stopped']);
  const others = 40 - 4;
  let seen = 0;
  await new Promise<void>((resolve) =>
    second.child.stdout.on('data', (piece: Buffer) => {
      seen += piece.toString().split('\n').length - 1;
      if (seen >= others) resolve();
    }),
  );
  second.child.kill('SIGINT');
  const { code } = await second.ended;
  first.child.kill('SIGCONT');
  expect(code).toBe(130);
  expect((await first.ended).code).toBe(0);
  expect(await owner.json(['put', 'stopped', 'stopped'])).toMatchObject({ uploaded: 0, unchanged: 40 });
});
