import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Journal, openJournal } from '../src/transfer/journal.ts';
import { lineOf } from '../src/transfer/meter.ts';
import { orderly } from '../src/transfer/orderly.ts';
import { inParallel } from '../src/transfer/pool.ts';
import { isAlive, processIdentity } from '../src/transfer/process-identity.ts';
import { type Upload, UploadsJournal } from '../src/transfer/uploads-journal.ts';
import { planOf } from '../src/transfer/walk.ts';
import { aFolder, aTerminal } from './setting.ts';

let journal: Journal;
let uploads: UploadsJournal;
beforeEach(async () => {
  journal = await openJournal(aTerminal({ env: { XDG_STATE_HOME: await aFolder() } }).terminal);
  uploads = new UploadsJournal(journal);
});
afterEach(() => journal.close());

const UPLOAD: Upload = { service: 's', room: 'r', path: '/a', target: '["","a"]', content: '1 1', terms: '[]' };

test('an upload is gone on with by the same request until it is confirmed', () => {
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
  // What was confirmed is no leftover: nobody deletes it.
  expect(uploads.claim({ ...UPLOAD, content: '1 2', terms: '["x"]' })).toMatchObject({ abandoned: undefined });
  uploads.confirmed(UPLOAD, 'h');
  expect(uploads.claim(UPLOAD, true)).toMatchObject({ state: 'mine', abandoned: undefined });
});

test('a request that the service has forgotten is not repeated', () => {
  const first = uploads.claim(UPLOAD);
  uploads.announced(UPLOAD, 'f');
  journal.run('UPDATE uploads SET begun = begun - 90000');
  const later = uploads.claim(UPLOAD);
  expect(later).toMatchObject({ state: 'mine', file: undefined, abandoned: 'f' });
  expect('request' in later && 'request' in first && later.request !== first.request).toBe(true);
});

test('what a living process has in hand is left to it, and what a dead one had is not', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  uploads.claim(UPLOAD);
  journal.run('UPDATE uploads SET owner = ?', processIdentity(child.pid));
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

test('so many at a time, and the first error ends it once the others have ended', async () => {
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

test('a plan names what is left out, and refuses two files for one place', async () => {
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

test('an interruption breaks off what is sent, and waits for what was asked', () => {
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
