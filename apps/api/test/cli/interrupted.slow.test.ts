import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Answered, Sent } from '../support/altering-proxy.ts';
import { build } from '../support/built.ts';
import { anOffice, contentsOf, type Desk, type Office } from './desk.ts';

let office: Office;
/** Changes answers of the service; a test may hold some back. */
let answered: (answer: Answered, sent: Sent) => Promise<Answered> = async (answer) => answer;
beforeAll(async () => {
  await build();
  office = await anOffice({ answered: (answer, sent) => answered(answer, sent) });
}, 120_000);
afterAll(() => office.end());

/** More than two groups of a hundred, which are announced together. */
const FILES = 250;
const SOME = 80;

async function aFolderOf(desk: Desk, name: string, count = FILES): Promise<void> {
  const files = Array.from({ length: count }, (_, index) => [`${name}/${index % 7}/${index}.txt`, `${name} ${index}`]);
  await desk.write(Object.fromEntries(files) as Record<string, string>);
}

const aRoom = (name: string): Promise<string> => office.room(name);

/** Number of events of a type in a room. */
async function events(room: string, type: string): Promise<number> {
  const { body } = await office.caller.get(`/audit-events?room_id=${room}&type=${type}`);
  return body.meta.total as number;
}

/** Starts a put and resolves when it has reported that number of files. */
const putUntil = (desk: Desk, args: readonly string[], lines: number) => until(desk, ['put', ...args], lines);

async function until(desk: Desk, args: readonly string[], lines: number) {
  const running = desk.begin(args);
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

const ANNOUNCED = /\/files\/upload-urls$/;
const MOVED = /^\/blobs(?:\/|\?read$|$)/;

/** Objects of a request: small ones share it, each with a line of its address. */
const objectsOf = ({ path, body }: Sent): number =>
  /^\/blobs(?:\?|$)/u.test(path) ? [...body.toString('latin1').matchAll(/\/blobs\/\S+(?: \d+)?\n/gu)].length : 1;

/**
 * Holds back some answers to the calls of a path, or for the objects that they carry, until `release`, so that a run stays in the middle as long as a test
 * needs. `held` resolves when one is held.
 */
function holdAnswers(path: RegExp, from: number, to = Number.POSITIVE_INFINITY) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = new Promise<void>((resolve) => {
    let calls = 0;
    answered = async (answer, sent) => {
      if (!path.test(sent.path)) return answer;
      calls += objectsOf(sent);
      const call = calls;
      if (call < from || call > to) return answer;
      resolve();
      await released;
      return answer;
    };
  });
  return { held, release };
}

test.each([
  ['the second group is announced', ANNOUNCED, 2, 100],
  ['announced files are sent', MOVED, 100, 40],
] as const)('put sends only unconfirmed files again after a kill while %s', async (what, path, from, confirmed) => {
  const { owner } = office;
  const name = `killed-${confirmed}`;
  await aFolderOf(owner, name);
  const room = await aRoom(what);
  const { release } = holdAnswers(path, from);
  const running = await putUntil(owner, [room, name], confirmed);
  running.child.kill('SIGKILL');
  expect((await running.ended).code).toBe('SIGKILL');
  release();
  const before = await events(room, 'file.confirmed');
  expect(before).toBeGreaterThanOrEqual(confirmed);
  expect(before).toBeLessThan(FILES);
  const again = await owner.json(['put', room, name]);
  expect(again.uploaded + again.unchanged).toBe(FILES);
  expect(again.unchanged).toBeGreaterThanOrEqual(confirmed);
  expect(await events(room, 'file.confirmed')).toBe(FILES);
  // Announced uploads are resumed under the same ids: their keys were returned again for the same files.
  const announced = await owner.json(['audit', '--room', room, '--type', 'file.upload_requested', '--limit', '1000']);
  expect(new Set(announced.map(({ target }: { target: { id: string } }) => target.id)).size).toBe(FILES);
  expect(await events(room, 'file.deleted')).toBe(0);
  await owner.output(['get', room, name, '--to', `${name}-back`]);
  expect(await contentsOf(join(owner.home, `${name}-back`))).toEqual(await contentsOf(join(owner.home, name)));
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s ends a put with exit code %i, leaves no announced file, and the next run resumes',
  async (signal, code) => {
    const { owner } = office;
    await aFolderOf(owner, signal, SOME);
    const room = await aRoom(signal);
    const { release } = holdAnswers(MOVED, 71);
    const running = await putUntil(owner, [signal, signal], 20);
    running.child.kill(signal);
    const result = await running.ended;
    release();
    expect({ code: result.code, err: result.err }).toEqual({ code, err: 'strongroom: interrupted.\n' });
    const confirmed = await events(room, 'file.confirmed');
    expect(confirmed).toBeGreaterThanOrEqual(20);
    expect(confirmed).toBeLessThan(SOME);
    expect(await events(room, 'file.upload_requested')).toBe(SOME);
    expect(await events(room, 'file.deleted')).toBe(SOME - confirmed);
    expect(await owner.json(['put', signal, signal])).toMatchObject({ failed: 0 });
    expect(await events(room, 'file.confirmed')).toBe(SOME);
  },
);

test('get leaves no partial file after Ctrl-C, and fetches the rest in the next run', async () => {
  const { owner } = office;
  await aFolderOf(owner, 'down', SOME);
  await aRoom('down');
  await owner.output(['put', 'down', 'down']);
  const { held, release } = holdAnswers(MOVED, 20);
  const running = owner.begin(['get', 'down', '--to', 'got']);
  await held;
  running.child.kill('SIGINT');
  // Released earlier, the rest may arrive before the signal.
  const { code } = await running.ended;
  release();
  expect(code).toBe(130);
  const sent = await contentsOf(join(owner.home, 'down'));
  const half = await contentsOf(join(owner.home, 'got', 'down'));
  expect(Object.keys(half).length).toBeLessThan(SOME);
  for (const [path, content] of Object.entries(half)) expect([path, content]).toEqual([path, sent[path]]);
  const rest = await owner.json(['get', 'down', '--to', 'got']);
  expect(rest).toMatchObject({ unchanged: Object.keys(half).length, failed: 0 });
  expect(await contentsOf(join(owner.home, 'got', 'down'))).toEqual(sent);
});

test('get goes on where it was killed, however often, and fetches no file twice', async () => {
  const { owner } = office;
  await aFolderOf(owner, 'often');
  await aRoom('often');
  await owner.output(['put', 'often', 'often/.']);
  const get = ['get', 'often', '--to', 'got-often'];
  const sent = await contentsOf(join(owner.home, 'often'));
  const namedHere = async (): Promise<number> => {
    const there = await contentsOf(join(owner.home, 'got-often')).catch(() => ({}));
    return Object.keys(there).filter((path) => !path.endsWith('.part')).length;
  };
  for (let kills = 0; kills < 3; kills++) {
    let requests = 0;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // One request has at most 50 of the files.
    answered = async (answer, { path }) => {
      if (MOVED.test(path) && ++requests > 1) await released;
      return answer;
    };
    const { child, ended } = await until(owner, get, 1);
    child.kill('SIGKILL');
    expect((await ended).code).toBe('SIGKILL');
    release();
  }
  const before = await namedHere();
  expect(before).toBeLessThan(FILES);
  const last = await owner.json(get);
  expect(last).toMatchObject({ unchanged: before, downloaded: FILES - before, failed: 0 });
  expect(await contentsOf(join(owner.home, 'got-often'))).toEqual(sent);
});

test('two concurrent runs of put send every file once, and both end when all files are there', async () => {
  const { owner } = office;
  await aFolderOf(owner, 'both');
  const room = await aRoom('both');
  const [one, other] = await Promise.all([owner.json(['put', 'both', 'both']), owner.json(['put', 'both', 'both'])]);
  expect(one.uploaded + other.uploaded).toBe(FILES);
  for (const run of [one, other]) expect(run.uploaded + run.unchanged).toBe(FILES);
  expect(await events(room, 'file.upload_requested')).toBe(FILES);
  expect(await events(room, 'file.confirmed')).toBe(FILES);
});

test('put ends at once when interrupted while it waits for another process', async () => {
  const { owner } = office;
  await aFolderOf(owner, 'stopped', 2);
  await aFolderOf(owner, 'other', 39);
  await aRoom('stopped');
  const { held, release } = holdAnswers(ANNOUNCED, 1, 1);
  const first = owner.begin(['put', 'stopped', 'stopped']);
  await held;
  const second = await putUntil(owner, ['stopped', 'stopped', 'other'], 39);
  const [said] = (await once(second.child.stderr, 'data')) as [Buffer];
  expect(String(said)).toBe(
    `waiting for process ${first.child.pid}, which is putting the same file; Ctrl-C ends the wait.\n`,
  );
  second.child.kill('SIGINT');
  expect((await second.ended).code).toBe(130);
  release();
  expect((await first.ended).code).toBe(0);
  expect(await owner.json(['put', 'stopped', 'stopped'])).toMatchObject({ uploaded: 0, unchanged: 2 });
});

test('put makes a new file if the one that it replaces was deleted meanwhile', async () => {
  const { owner } = office;
  await aRoom('quicker');
  const [id] = (await owner.output(['put', 'quicker', '-', '--name', 'a.txt'], { input: 'old' })).split('\t');
  await owner.write({ 'a.txt': 'newer' });
  let deleted: Promise<unknown> | undefined;
  answered = async (answer, { path }) => {
    // After the list of the room, and before the upload is announced.
    if (/\/files\?/u.test(path)) {
      deleted ??= office.caller.delete(`/files/${id}`);
      await deleted;
    }
    return answer;
  };
  expect(await owner.json(['put', 'quicker', 'a.txt', '--replace'])).toMatchObject({ uploaded: 1, failed: 0 });
  expect(deleted).toBeDefined();
  expect(await owner.json(['ls', 'quicker'])).toMatchObject([{ name: 'a.txt', size: 5, version: 1 }]);
});

test('put makes one version of a file whose replacement was confirmed before a kill, and mistakes no other file for it', async () => {
  const { owner } = office;
  await aRoom('half');
  const [id] = (await owner.output(['put', 'half', '-', '--name', 'a.txt'], { input: 'old' })).split('\t');
  await owner.write({ 'half.txt': 'mine' });
  await owner.output(['put', 'half', 'half.txt']);
  await owner.write({ 'half/a.txt': 'newer' });
  const { held, release } = holdAnswers(/bulk-confirm$/, 1);
  const running = owner.begin(['put', 'half', 'half/.', '--replace']);
  await held;
  running.child.kill('SIGKILL');
  await running.ended;
  release();
  const put = await owner.json(['put', 'half', 'half/.', '--replace']);
  expect(put).toMatchObject({ failed: 0, files: [{ id, status: 'uploaded' }] });
  expect(await owner.json(['versions', 'half', 'a.txt'])).toMatchObject([{ version: 2 }, { version: 1 }]);
  expect(await owner.output(['get', 'half', 'a.txt', '--to', '-'])).toBe('newer');
});
