import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { File as RoomFile } from '@strongroom/client';
import { canonicalServiceAddress, isSameService } from '../src/account/is-same-service.ts';
import { placedBelow, planDestinations, renamedHere } from '../src/transfer/destinations.ts';
import { meterOn, noteOf, progressLine } from '../src/transfer/meter.ts';
import { standingAt } from '../src/transfer/same-place.ts';
import { tellRenamed } from '../src/transfer/summary.ts';
import { waitNotice } from '../src/transfer/wait-notice.ts';
import { planOf } from '../src/transfer/walk.ts';
import { aFolder, aTerminal } from './setting.ts';

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

test('different spellings of the address of a service become one', () => {
  const addresses = ['https://x', 'https://x/', 'HTTPS://X:443/api/v1', 'https://x/api/v1/'];
  expect(new Set(addresses.map(canonicalServiceAddress))).toEqual(new Set(['https://x']));
  expect(canonicalServiceAddress('https://x/rooms/api/v1')).toBe('https://x/rooms');
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
