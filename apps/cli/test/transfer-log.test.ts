import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type FileToDownload, type File as RoomFile, StrongroomError } from '@strongroom/client';
import type { Terminal } from '@strongroom/command-line';
import { type GetOutcome, getFiles } from '../src/transfer/get-files.ts';
import { LoggedDownloads } from '../src/transfer/logged-downloads.ts';
import { type LoggedUpload, LoggedUploads } from '../src/transfer/logged-uploads.ts';
import { meterOn } from '../src/transfer/meter.ts';
import { isAlive, processIdentity } from '../src/transfer/process-identity.ts';
import { openTransferLog, type TransferLog } from '../src/transfer/transfer-log.ts';
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

const UPLOAD: LoggedUpload = { service: 's', room: 'r', path: '/a', target: '["","a"]', content: '1 1', terms: '[]' };

/** Claims an upload as the next one of this process. */
const claim = (upload: LoggedUpload, again = false) => uploads.claim([{ upload, again }])[0];
const announce = (...some: readonly LoggedUpload[]) =>
  uploads.announce(
    some,
    some.map(({ path }) => ({ name: path, size: 1, content_type: 'text/plain' })),
  );

test('put continues an upload by the request that announced it, until it is confirmed', async () => {
  const other = { ...UPLOAD, path: '/b' };
  for (const one of [other, UPLOAD]) expect(claim(one)).toEqual({ state: 'new', abandoned: undefined });
  const request = announce(other, UPLOAD);
  uploads.release([UPLOAD]);
  expect(claim(UPLOAD)).toEqual({ state: 'begun', request, place: 1, file: undefined });
  uploads.announced(UPLOAD, 'f');
  expect(claim(UPLOAD)).toEqual({ state: 'begun', request, place: 1, file: 'f' });
  expect(uploads.announcement(request)?.map(({ name }) => name)).toEqual(['/b', '/a']);
  await uploads.confirmed(UPLOAD, 'f');
  expect(claim(UPLOAD)).toEqual({ state: 'done', file: 'f', since: expect.any(Number) });
});

test('notes are visible to this process at once, and to others after the turn', async () => {
  claim(UPLOAD);
  const other = await openTransferLog(here);
  const fileOf = (one: TransferLog) => one.one('SELECT file FROM uploads')?.file;
  uploads.announced(UPLOAD, 'first');
  uploads.announced(UPLOAD, 'second');
  expect([fileOf(log), fileOf(other)]).toEqual(['second', null]);
  await new Promise((resolve) => process.nextTick(resolve));
  expect(fileOf(other)).toBe('second');
  uploads.announced(UPLOAD, 'third');
  uploads.seen([]);
  expect(fileOf(other)).toBe('third');
  uploads.announced(UPLOAD, 'fourth');
  log.run('DELETE FROM downloads');
  expect(fileOf(other)).toBe('fourth');
  uploads.announced(UPLOAD, 'last');
  log.close();
  expect(fileOf(other)).toBe('last');
  other.close();
  log = await openTransferLog(here);
});

test('a note resolves once the notes of its turn are written, and rejects with the error of the write', async () => {
  const other = await openTransferLog(here);
  claim(UPLOAD);
  uploads.announced(UPLOAD, 'first');
  await log.noted();
  expect(other.one('SELECT file FROM uploads')).toEqual({ file: 'first' });
  other.close();
  log.run('CREATE TABLE failing (a TEXT PRIMARY KEY, b TEXT REFERENCES failing DEFERRABLE INITIALLY DEFERRED)');
  log.note("INSERT INTO failing VALUES ('a', 'none')");
  const ends = await Promise.allSettled([log.noted(), log.noted()]);
  const failed = {
    status: 'rejected',
    reason: expect.objectContaining({ message: expect.stringContaining('FOREIGN') }),
  };
  expect(ends).toEqual([failed, failed]);
  expect(() => log.run('DELETE FROM failing')).toThrow('FOREIGN');
  await log.noted();
});

test('an upload that was claimed and not announced is announced afresh', () => {
  claim(UPLOAD);
  expect(claim(UPLOAD)).toEqual({ state: 'new', abandoned: undefined });
});

test('an upload is a new one if the content or the terms differ, or if the caller asks for it', async () => {
  claim(UPLOAD);
  announce(UPLOAD);
  uploads.announced(UPLOAD, 'f');
  expect(claim({ ...UPLOAD, content: '1 2' })).toEqual({ state: 'new', abandoned: 'f' });
  await uploads.confirmed({ ...UPLOAD, content: '1 2' }, 'g');
  // A confirmed file is not a leftover and is not deleted.
  expect(claim({ ...UPLOAD, content: '1 2', terms: '["x"]' })).toEqual({ state: 'new', abandoned: undefined });
  await uploads.confirmed(UPLOAD, 'h');
  expect(claim(UPLOAD, true)).toEqual({ state: 'new', abandoned: undefined });
});

test('a request that the service has forgotten is not repeated', async () => {
  claim(UPLOAD);
  const request = announce(UPLOAD);
  uploads.announced(UPLOAD, 'f');
  for (const table of ['uploads', 'announcements']) log.run(`UPDATE ${table} SET begun = begun - 90000`);
  expect(claim(UPLOAD)).toEqual({ state: 'new', abandoned: 'f' });
  expect(new LoggedUploads(log).announcement(request)).toBeUndefined();
});

test('uploads are left to running processes, and taken over from dead ones', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  claim(UPLOAD);
  log.run('UPDATE uploads SET owner = ?', processIdentity(child.pid));
  expect(claim(UPLOAD)).toEqual({ state: 'elsewhere', process: String(child.pid) });
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  expect(claim(UPLOAD)).toMatchObject({ state: 'new' });
});

test('a reused process number counts as another process', () => {
  expect(isAlive(processIdentity())).toBe(true);
  expect(isAlive(`${process.pid} 1`)).toBe(process.platform !== 'linux');
});

/** Longer than the log keeps unused rows. */
const LONG_AGO = 100 * 86_400;

test('used rows are kept, and unused ones are deleted', async () => {
  const path = join(await aFolder(), 'a');
  await writeFile(path, 'a');
  const downloads = new LoggedDownloads(log, 's');
  for (const name of ['asked', 'forgotten']) {
    const upload = { ...UPLOAD, path: name };
    claim(upload);
    await uploads.confirmed(upload, name);
    downloads.note({ file: name, path });
  }
  log.run('UPDATE uploads SET begun = begun - ?', LONG_AGO);
  log.run('UPDATE downloads SET done = done - ?', LONG_AGO);
  const asked = { ...UPLOAD, path: 'asked' };
  expect(claim(asked)).toMatchObject({ state: 'done', file: 'asked' });
  uploads.seen([asked]);
  expect(await downloads.isThere({ file: 'asked', path })).toBe(true);
  log.close();
  log = await openTransferLog(here);
  expect(log.one('SELECT group_concat(path) AS paths FROM uploads')).toEqual({ paths: 'asked' });
  expect(log.one('SELECT group_concat(file) AS files FROM downloads')).toEqual({ files: 'asked' });
});

const SHA256_OF_A = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb';

test('a download that was noted before it got its name is known by its number on the disk or its hash', async () => {
  const folder = await aFolder();
  const [part, path, copy] = ['part', 'a', 'copy'].map((name) => join(folder, name)) as [string, string, string];
  // A log of an earlier version.
  log.run('ALTER TABLE downloads DROP COLUMN inode');
  const downloads = new LoggedDownloads(log, 's');
  const key = { file: 'f', path };
  const time = new Date(0);
  const written = async (to: string, content: string): Promise<void> => {
    await writeFile(to, content);
    await utimes(to, time, time);
  };
  const noted = async (sha256?: string): Promise<void> => {
    await written(part, 'a');
    await downloads.whole(key, { path: part, sha256 });
  };
  await noted();
  expect(await downloads.isThere(key)).toBe(false);
  await written(path, 'a');
  expect(await downloads.isThere(key)).toBe(false);
  expect(downloads.isHashed('f')).toBe(false);
  await noted(SHA256_OF_A);
  expect(downloads.isHashed('f')).toBe(true);
  await written(path, 'x');
  expect(await downloads.isThere(key)).toBe(false);
  await written(path, 'a');
  expect(await downloads.isThere(key)).toBe(true);
  await noted();
  await rename(part, path);
  expect(await downloads.isThere(key)).toBe(true);
  // It was there with its name: a copy is as good, and nothing is read.
  await copyFile(path, copy);
  await written(copy, 'x');
  await rename(copy, path);
  expect(await downloads.isThere(key)).toBe(true);
});

test('the age of an unconfirmed request is not renewed', () => {
  claim(UPLOAD);
  announce(UPLOAD);
  uploads.release([UPLOAD]);
  const later = claim(UPLOAD);
  log.run('UPDATE uploads SET begun = begun - 3600');
  const { begun } = log.one('SELECT begun FROM uploads') ?? {};
  expect(claim(UPLOAD)).toEqual(later);
  expect(log.one('SELECT begun FROM uploads')).toEqual({ begun });
});

test.each([
  ['KEY_SIGN_IN_ENDED', 0, 1],
  ['PERSON_MISMATCH', 0, 1],
  ['KEY_DESTROYED', 0, 1],
  ['FILE_NOT_FOUND', 580, 580],
] as const)('get of 580 files refused by %s lists %i of them, after %i answers', async (code, reported, answers) => {
  const files = Array.from({ length: 580 }, (_, index) => ({
    id: `${index}`,
    folder: '',
    name: `${index}`,
    size: 1,
    version: 1,
  }));
  let given = 0;
  const client = {
    downloadFiles: async function* (wanted: AsyncIterable<FileToDownload>) {
      for await (const { id } of wanted) {
        given++;
        yield { id, error: new StrongroomError(code, { status: 403 }) };
      }
    },
  };
  const outcomes: GetOutcome[] = [];
  const input = {
    session: { client, url: 'https://rooms.example.com', signal: new AbortController().signal } as never,
    transferLog: log,
    meter: await meterOn(here, 'get', files.length, files.length),
    parallel: 4,
    overwrite: false,
    onOutcome: (outcome: GetOutcome) => outcomes.push(outcome),
  };
  const work = getFiles(
    input,
    files.map((file) => ({ file: file as RoomFile, path: join(here.variable('XDG_STATE_HOME') ?? '', file.name) })),
  );
  const ended = await work.then(
    () => undefined,
    (error: StrongroomError) => error.code,
  );
  expect([ended, outcomes.length, given]).toEqual([reported === 0 ? code : undefined, reported, answers]);
});
