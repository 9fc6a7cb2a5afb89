import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type FileToDownload, type File as RoomFile, StrongroomError } from '@strongroom/client';
import type { Terminal } from '@strongroom/command-line';
import { isSameService, serviceAt } from '../src/account/is-same-service.ts';
import { placedBelow, planDestinations, renamedHere } from '../src/transfer/destinations.ts';
import { type GetOutcome, getFiles } from '../src/transfer/get-files.ts';
import { LoggedDownloads } from '../src/transfer/logged-downloads.ts';
import { type LoggedUpload, LoggedUploads } from '../src/transfer/logged-uploads.ts';
import { meterOn, noteOf, progressLine } from '../src/transfer/meter.ts';
import { isAlive, processIdentity } from '../src/transfer/process-identity.ts';
import { standingAt } from '../src/transfer/same-place.ts';
import { tellRenamed } from '../src/transfer/summary.ts';
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

test('skipped paths are listed, and two files with one destination refused', async () => {
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

test('a progress bar shows size, speed and remaining time', () => {
  const seen = { what: 'put', total: 4096, files: 8, filesDone: 2, moved: 1024, skipped: 0, note: '', since: 0 };
  expect(progressLine(seen, 2000)).toBe(
    'put █████░░░░░░░░░░░░░░░ 25 %  2/8 files  1.0 KiB of 4.0 KiB  512 bytes/s  0:06 left',
  );
  for (const line of [progressLine({ ...seen, skipped: 1024 }, 2000), progressLine(seen, 1000)])
    expect(line).not.toContain('left');
  expect(progressLine({ ...seen, total: 0, moved: 0, files: 2 }, 0)).toContain('100 %');
});

test('the reason of a wait is shown without control characters', () => {
  const until = new Date(0);
  expect(noteOf({ milliseconds: 2500, until, code: 'RATE_LIMITED' })).toBe('  waiting 3 s (RATE_LIMITED)');
  expect(noteOf({ milliseconds: 2500, until, code: '\u001b]0;x\u0007' })).toBe('  waiting 3 s (\\u{1b}]0;x\\u{7})');
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

test('different spellings of the address of a service become one', () => {
  const addresses = ['https://x', 'https://x/', 'HTTPS://X:443/api/v1', 'https://x/api/v1/'];
  expect(new Set(addresses.map(serviceAt))).toEqual(new Set(['https://x']));
  expect(serviceAt('https://x/rooms/api/v1')).toBe('https://x/rooms');
  expect(isSameService('https://x/', 'https://x/rooms')).toBe(false);
});

test('a transfer names the process that it waits for once, after a silence', () => {
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

test('a line is printed above the bar, and also without a bar', async () => {
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

/** A file of a room; the last letters of its id, and its first, are that letter. */
const aFile = (letter: string, name: string, more: Partial<RoomFile> = {}): RoomFile => ({
  id: `${letter}0000000-0000-4000-8000-0000${letter.repeat(8)}`,
  name,
  folder: '',
  index: null,
  size: 1,
  classification: 'C1',
  uploaded_by: 'u',
  uploaded_at: '2027-01-01T00:00:00Z',
  content_type: 'text/plain',
  version: 1,
  room_id: 'r',
  status: 'available',
  ...more,
});

test('no two files get the same path, also if the disk treats their names as equal', () => {
  const placed = (...files: readonly RoomFile[]) =>
    planDestinations(placedBelow(files, ''), 'to').map(({ path }) => path);
  const whole = 'b0000000-0000-4000-8000-0000bbbbbbbb';
  // Existing files already have the names that the id would give to the second one.
  expect(placed(aFile('a', 'x.txt'), aFile('c', 'x.bbbbbbbb.txt'), aFile('b', 'x.txt'))).toEqual([
    'to/x.txt',
    'to/x.bbbbbbbb.txt',
    `to/x.${whole}.txt`,
  ]);
  expect(placed(aFile('a', 'x.txt'), aFile('b', 'x.txt'), aFile('c', 'x.bbbbbbbb.txt'))).toEqual([
    'to/x.txt',
    'to/x.bbbbbbbb.txt',
    'to/x.cccccccc.bbbbbbbb.txt',
  ]);
  expect(placed(aFile('a', 'x'), aFile('c', 'x.bbbbbbbb'), aFile('d', `x.${whole}`), aFile('b', 'x'))).toContain(
    `to/x.${whole}.${whole}`,
  );
  expect(placed(aFile('a', 'R\u00c4.txt', { folder: 'In' }), aFile('b', 'ra\u0308.TXT', { folder: 'in' }))).toEqual([
    'to/In/R\u00c4.txt',
    'to/in/ra\u0308.bbbbbbbb.TXT',
  ]);
});

test('a file gets another name where another one needs a folder, and a name that no disk holds is cut', () => {
  const files = [
    aFile('a', 'contracts'),
    aFile('b', 'a.pdf', { folder: 'Contracts/2027' }),
    aFile('c', `${'契'.repeat(100)}.pdf`),
    aFile('d', '.env'),
  ];
  const destined = planDestinations(placedBelow(files, ''), 'to');
  expect(destined.map(({ path }) => path)).toEqual([
    'to/contracts.aaaaaaaa',
    'to/Contracts/2027/a.pdf',
    `to/${'契'.repeat(83)}.pdf`,
    'to/_.env',
  ]);
  const { result, terminal } = aTerminal();
  tellRenamed(terminal, 'here', renamedHere(destined));
  expect(result.err).toBe(
    `3 files have another name here:\n  contracts is to/contracts.aaaaaaaa\n  ${'契'.repeat(100)}.pdf is to/${'契'.repeat(83)}.pdf\n  .env is to/_.env\n`,
  );
});

test('put names at most ten renamed files', () => {
  const { result, terminal } = aTerminal();
  tellRenamed(terminal, 'here', renamedHere(planDestinations(placedBelow([aFile('a', 'x')], ''), '.')));
  expect(result.err).toBe('');
  const hidden = Array.from({ length: 12 }, (_, index) => aFile('a', `.${index}`));
  tellRenamed(terminal, 'here', renamedHere(planDestinations(placedBelow(hidden, ''), '.')));
  expect(result.err.split('\n')).toHaveLength(13);
  expect(result.err).toContain('12 files have another name here:');
  expect(result.err).toContain('  and 2 more');
});

test('put leaves out unfinished downloads and files of desktops, and says so', async () => {
  const folder = await aFolder();
  const junk = ['.DS_Store', 'Thumbs.db', 'desktop.ini', '~$offer.docx', '._offer.pdf'];
  const part = '.strongroom-host-1-00000000-0000-4000-8000-000000000000.part';
  for (const name of [...junk, part, '.gitignore', 'offer.pdf']) await writeFile(join(folder, name), 'x');
  const named = ({ files }: Awaited<ReturnType<typeof planOf>>) => files.map(({ name }) => name);
  const plan = await planOf([folder], '');
  expect(named(plan)).toEqual(['.gitignore', 'offer.pdf']);
  expect(plan.skipped.map(({ path }) => basename(path)).toSorted()).toEqual([...junk, part].toSorted());
  expect(plan.skipped.find(({ path }) => path.endsWith('.part'))?.because).toBe('it is an unfinished download');
  const all = await planOf([folder], '', { isAll: true });
  expect(named(all).toSorted()).toEqual([...junk, '.gitignore', 'offer.pdf'].toSorted());
  // A file that is named is wanted.
  expect(named(await planOf([join(folder, '.DS_Store')], ''))).toEqual(['.DS_Store']);
});

test('skipped paths do not count as failures', async () => {
  const folder = await aFolder();
  await symlink('nowhere', join(folder, 'link'));
  expect(await planOf([folder], '')).toEqual({
    files: [],
    emptyFolders: [],
    skipped: [{ path: join(folder, 'link'), because: 'it is a symbolic link' }],
    unread: [],
  });
});

test('the file at a place is found by its spelling, or else by one that a disk takes for the same', () => {
  const listed = [aFile('a', 'cafe\u0301'), aFile('b', 'Offer.pdf'), aFile('c', 'X'), aFile('d', 'x')];
  const found = (...names: readonly string[]) => {
    const at = standingAt(
      listed,
      names.map((name) => ({ folder: '', name })),
    );
    return names.map((name) => at({ folder: '', name }).map(({ id }) => id[0]));
  };
  expect(found('café', 'offer.pdf', 'new')).toEqual([['a'], ['b'], []]);
  expect(found('x')).toEqual([['d']]);
  // The other file of the same command is at the place that differs in case.
  expect(found('Offer.pdf', 'offer.pdf')).toEqual([['b'], []]);
});

test('put sends names as the room stores them, reports changed ones, and keeps two spellings of one name apart', async () => {
  const folder = await aFolder();
  for (const name of ['cafe\u0301', 'café', 'a\\b', 'Case', 'case']) await writeFile(join(folder, name), 'x');
  const { files } = await planOf([`${folder}/.`], 'to');
  const named = Object.fromEntries(
    files.map(({ path, name, isRenamed }) => [basename(path), [name, isRenamed === true]]),
  );
  expect(named).toEqual({
    'cafe\u0301': ['café', false],
    café: ['café (2)', true],
    'a\\b': ['a_b', true],
    Case: ['Case', false],
    case: ['case', false],
  });
});

test('folders in which there is nothing are planned at the places that the room gives them', async () => {
  const folder = await aFolder();
  await mkdir(join(folder, 'full/empty'), { recursive: true });
  await mkdir(join(folder, 'full/back\\slash/in'), { recursive: true });
  await writeFile(join(folder, 'full/a'), 'a');
  const { files, emptyFolders, skipped } = await planOf([join(folder, 'full')], 'to');
  expect(files.map(({ name }) => name)).toEqual(['a']);
  expect(emptyFolders).toEqual(['to/full/back_slash/in', 'to/full/empty']);
  expect(skipped).toEqual([]);
  // Nothing is made for what the folder is called here, where its name is left out.
  expect((await planOf([`${join(folder, 'full/empty')}/.`], '')).emptyFolders).toEqual([]);
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
