import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { File as RoomFile } from '@strongroom/client';
import { isSameService, serviceAt } from '../src/account/is-same-service.ts';
import type { Terminal } from '../src/terminal/terminal.ts';
import { destinations } from '../src/transfer/destinations.ts';
import { LoggedDownloads } from '../src/transfer/logged-downloads.ts';
import { LoggedUploads, type Upload } from '../src/transfer/logged-uploads.ts';
import { lineOf, meterOn, noteOf } from '../src/transfer/meter.ts';
import { olderThan } from '../src/transfer/older.ts';
import { orderly } from '../src/transfer/orderly.ts';
import { inParallel } from '../src/transfer/pool.ts';
import { isAlive, processIdentity } from '../src/transfer/process-identity.ts';
import { openTransferLog, type TransferLog } from '../src/transfer/transfer-log.ts';
import { waitNotice } from '../src/transfer/wait-notice.ts';
import { planOf } from '../src/transfer/walk.ts';
import { aFolder, aTerminal } from './setting.ts';

let log: TransferLog;
let uploads: LoggedUploads;
let here: Terminal;
beforeEach(async () => {
  here = aTerminal({ env: { XDG_STATE_HOME: await aFolder() } }).terminal;
  log = await openTransferLog(here);
  uploads = new LoggedUploads(log);
});
afterEach(() => log.close());

const UPLOAD: Upload = { service: 's', room: 'r', path: '/a', target: '["","a"]', content: '1 1', terms: '[]' };

test('continues an upload with the same request until it is confirmed', () => {
  const first = uploads.claim(UPLOAD);
  expect(first).toMatchObject({ state: 'mine', file: undefined, abandoned: undefined });
  uploads.announced(UPLOAD, 'f');
  uploads.release(UPLOAD);
  expect(uploads.claim(UPLOAD)).toEqual({ ...first, file: 'f' });
  uploads.confirmed(UPLOAD, 'f');
  expect(uploads.claim(UPLOAD)).toEqual({ state: 'done', file: 'f' });
});

test('with another content, other terms or by command it is another upload', () => {
  const first = uploads.claim(UPLOAD);
  uploads.announced(UPLOAD, 'f');
  const changed = uploads.claim({ ...UPLOAD, content: '1 2' });
  expect(changed).toMatchObject({ state: 'mine', file: undefined, abandoned: 'f' });
  expect(changed).not.toMatchObject({ request: 'request' in first ? first.request : '' });
  uploads.confirmed({ ...UPLOAD, content: '1 2' }, 'g');
  // A confirmed file is not a leftover and is not deleted.
  expect(uploads.claim({ ...UPLOAD, content: '1 2', terms: '["x"]' })).toMatchObject({ abandoned: undefined });
  uploads.confirmed(UPLOAD, 'h');
  expect(uploads.claim(UPLOAD, true)).toMatchObject({ state: 'mine', abandoned: undefined });
});

test('a request that the service has forgotten is not repeated', () => {
  const first = uploads.claim(UPLOAD);
  uploads.announced(UPLOAD, 'f');
  log.run('UPDATE uploads SET begun = begun - 90000');
  const later = uploads.claim(UPLOAD);
  expect(later).toMatchObject({ state: 'mine', file: undefined, abandoned: 'f' });
  expect('request' in later && 'request' in first && later.request !== first.request).toBe(true);
});

test('leaves uploads to running processes, and takes over those of dead ones', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  uploads.claim(UPLOAD);
  log.run('UPDATE uploads SET owner = ?', processIdentity(child.pid));
  expect(uploads.claim(UPLOAD)).toEqual({ state: 'elsewhere', process: String(child.pid) });
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  expect(uploads.claim(UPLOAD)).toMatchObject({ state: 'mine' });
});

test('a process number that was given again is another process', () => {
  expect(isAlive(processIdentity())).toBe(true);
  expect(isAlive(`${process.pid} 1`)).toBe(process.platform !== 'linux');
});

test('runs a number of items at a time, and throws the first error once the others have ended', async () => {
  let [running, most] = [0, 0];
  const done: number[] = [];
  const work = async (item: number): Promise<void> => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    if (item === 5) throw new Error('five');
    done.push(item);
  };
  await expect(inParallel(3, [1, 2, 3, 4, 5, 6, 7, 8, 9], work)).rejects.toThrow('five');
  expect({ most, running }).toEqual({ most: 3, running: 0 });
  expect(done).not.toContain(9);
});

test('lists skipped paths, and refuses two files with one destination', async () => {
  const folder = await aFolder();
  await mkdir(join(folder, 'a/b'), { recursive: true });
  for (const path of ['a/x', 'a/b/x', 'x']) await writeFile(join(folder, path), path);
  const plan = await planOf([join(folder, 'a')], 'to');
  expect(plan.files.map(({ folder: place, name, size }) => [place, name, size])).toEqual([
    ['to/a/b', 'x', 5],
    ['to/a', 'x', 3],
  ]);
  await expect(planOf([join(folder, 'a/x'), join(folder, 'x')], '')).rejects.toThrow('would both be x in the room');
  await expect(planOf([join(folder, 'none')], '')).rejects.toThrow('there is no ');
});

test('an interruption ends a transfer at once, and waits for an answer', () => {
  const asked = new AbortController();
  const asking = orderly(asked.signal);
  asked.abort(new Error('enough'));
  expect(asking.signal.aborted).toBe(false);
  asking.announced();
  expect(asking.signal.reason).toEqual(new Error('enough'));
  asking.end();

  const sent = new AbortController();
  const confirming = orderly(sent.signal);
  confirming.announced();
  confirming.moved({ transferred: 5, total: 5 });
  sent.abort();
  expect(confirming.signal.aborted).toBe(false);
  confirming.end();
});

test('a bar says how much, how fast and how long still', () => {
  const seen = { what: 'put', total: 4096, files: 8, filesDone: 2, moved: 1024, skipped: 0, note: '', since: 0 };
  expect(lineOf(seen, 2000)).toBe(
    'put █████░░░░░░░░░░░░░░░ 25 %  2/8 files  1.0 KiB of 4.0 KiB  512 bytes/s  0:06 left',
  );
  for (const line of [lineOf({ ...seen, skipped: 1024 }, 2000), lineOf(seen, 1000)]) expect(line).not.toContain('left');
  expect(lineOf({ ...seen, total: 0, moved: 0, files: 2 }, 0)).toContain('100 %');
});

test('shows the reason of a wait without control characters', () => {
  expect(noteOf({ milliseconds: 2500, code: 'RATE_LIMITED' })).toBe('  waiting 3 s (RATE_LIMITED)');
  expect(noteOf({ milliseconds: 2500, code: '\u001b]0;x\u0007' })).toBe('  waiting 3 s (\\u{1b}]0;x\\u{7})');
});

/** Longer than the log keeps unused rows. */
const LONG_AGO = 100 * 86_400;

test('keeps rows that are used again, and deletes unused ones', async () => {
  const path = join(await aFolder(), 'a');
  await writeFile(path, 'a');
  const downloads = new LoggedDownloads(log);
  for (const name of ['asked', 'forgotten']) {
    const upload = { ...UPLOAD, path: name };
    uploads.claim(upload);
    uploads.confirmed(upload, name);
    await downloads.note({ service: 's', file: name, path });
  }
  log.run('UPDATE uploads SET begun = begun - ?', LONG_AGO);
  log.run('UPDATE downloads SET done = done - ?', LONG_AGO);
  expect(uploads.claim({ ...UPLOAD, path: 'asked' })).toEqual({ state: 'done', file: 'asked' });
  expect(await downloads.isThere({ service: 's', file: 'asked', path })).toBe(true);
  log.close();
  log = await openTransferLog(here);
  expect(log.one('SELECT group_concat(path) AS paths FROM uploads')).toEqual({ paths: 'asked' });
  expect(log.one('SELECT group_concat(file) AS files FROM downloads')).toEqual({ files: 'asked' });
});

test('does not renew the age of an unconfirmed request', () => {
  uploads.claim(UPLOAD);
  uploads.release(UPLOAD);
  const later = uploads.claim(UPLOAD);
  log.run('UPDATE uploads SET begun = begun - 3600');
  const { begun } = log.one('SELECT begun FROM uploads') ?? {};
  expect(uploads.claim(UPLOAD)).toEqual(later);
  expect(log.one('SELECT begun FROM uploads')).toEqual({ begun });
});

test('a service has one spelling', () => {
  const addresses = ['https://x', 'https://x/', 'HTTPS://X:443/api/v1', 'https://x/api/v1/'];
  expect(new Set(addresses.map(serviceAt))).toEqual(new Set(['https://x']));
  expect(serviceAt('https://x/rooms/api/v1')).toBe('https://x/rooms');
  expect(isSameService('https://x/', 'https://x/rooms')).toBe(false);
});

test('names the process that a transfer waits for once, after a moment', () => {
  const said: string[] = [];
  let now = 0;
  const notice = waitNotice(
    (text) => said.push(text),
    () => now,
  );
  notice('12', 0);
  expect(said).toEqual([]);
  now = 3000;
  for (const process of ['12', '12', '13']) notice(process, 0);
  notice('14', 1000);
  expect(said).toEqual(['12', '13'].map((process) => expect.stringContaining(`waiting for process ${process}, `)));
});

test('prints a line above the bar, and also without a bar', async () => {
  for (const [isTerminal, shown] of [
    [false, 'x\n'],
    [true, '\r\u001b[Kx\n'],
  ] as const) {
    const { result, terminal } = aTerminal({ isTerminal });
    const meter = await meterOn(terminal, 'put', 1, 1);
    meter.say('x');
    meter.stop();
    expect(result.err).toContain(shown);
  }
});

/** A file of a room; the first letter of its id is enough to tell it from the others. */
const aFile = (letter: string, name: string, more: Partial<RoomFile> = {}): RoomFile => ({
  id: `${letter.repeat(8)}-0000-4000-8000-000000000000`,
  name,
  folder: '',
  size: 1,
  classification: 'C1',
  uploaded_by: 'u',
  uploaded_at: '2027-01-01T00:00:00Z',
  content_type: 'text/plain',
  room_id: 'r',
  status: 'available',
  ...more,
});

test('no two files have one place, whatever they are called and whatever the disk takes for the same', () => {
  const placed = (...files: readonly RoomFile[]) => destinations(files, '', 'to').map(({ path }) => path);
  const whole = 'bbbbbbbb-0000-4000-8000-000000000000';
  // Existing files already have the names that the id would give to the second one.
  expect(placed(aFile('a', 'x.txt'), aFile('c', 'x.bbbbbbbb.txt'), aFile('b', 'x.txt'))).toEqual([
    'to/x.txt',
    'to/x.bbbbbbbb.txt',
    `to/x.${whole}.txt`,
  ]);
  expect(placed(aFile('a', 'x.txt'), aFile('b', 'x.txt'), aFile('c', 'x.bbbbbbbb.txt'))).toEqual([
    'to/x.txt',
    'to/x.bbbbbbbb.txt',
    'to/x.bbbbbbbb.cccccccc.txt',
  ]);
  expect(placed(aFile('a', 'x'), aFile('c', 'x.bbbbbbbb'), aFile('d', `x.${whole}`), aFile('b', 'x'))).toContain(
    `to/x.${whole}.${whole}`,
  );
  expect(placed(aFile('a', 'R\u00c4.txt', { folder: 'In' }), aFile('b', 'ra\u0308.TXT', { folder: 'in' }))).toEqual([
    'to/In/R\u00c4.txt',
    'to/in/ra\u0308.bbbbbbbb.TXT',
  ]);
});

test('lists the earlier files at the same path as older', () => {
  const later = { uploaded_at: '2027-01-02T00:00:00Z' };
  const listed = [aFile('a', 'x'), aFile('b', 'x'), aFile('c', 'x', later), aFile('d', 'y'), aFile('e', 'x')];
  const ids = (letter: string) =>
    olderThan(listed, { room_path: 'x', id: aFile(letter, '').id }).map(({ id }) => id[0]);
  expect(ids('b')).toEqual(['e']);
  expect(ids('e')).toEqual([]);
  // Not in the list, so it was added later.
  expect(ids('f')).toEqual(['a', 'b', 'c', 'e']);
});

test('does not count skipped paths as failures', async () => {
  const folder = await aFolder();
  await symlink('nowhere', join(folder, 'link'));
  expect(await planOf([folder], '')).toEqual({
    files: [],
    skipped: [{ path: join(folder, 'link'), because: 'it is a symbolic link' }],
    unread: [],
  });
});
