import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, jest, test } from '@jest/globals';
import {
  formatPrivateKey,
  formatTlogProof,
  inclusionProof,
  parseNote,
  parsePrivateKey,
  signersOf,
  tilePath,
} from '@strongroom/audit-proof';
import { judgeProofWithGo, judgeWithGo, signWithGo } from '@strongroom/test-servers/log-judges';
import { someEvents, VKEY, writeFolder } from './log-export.ts';
import { aFolder, strongroomHere } from './setting.ts';

// The programs are compiled at the first run.
jest.setTimeout(300_000);

const SIZE = 66_000;
const events = someEvents(SIZE);
let folder = '';

// oxlint-disable-next-line node/no-process-env -- where Go and its caches are
const environment = process.env;
const isVerified = async (path: string): Promise<boolean> =>
  (await strongroomHere(['audit', 'verify', path, '--key', VKEY])).code === 0;

beforeAll(async () => {
  folder = join(await aFolder(), 'export');
  await writeFolder(folder, { events, checkpoints: [1, 200, 256, 513, 65_536, 65_999] });
});

test('a log with three levels of tiles is intact to Go and to us', async () => {
  expect(await judgeWithGo(folder, VKEY, environment)).toMatchObject({
    isIntact: true,
    said: 'judged 66000 entries and 7 checkpoints\n',
  });
  expect(await isVerified(folder)).toBe(true);
});

test.each([1, 2, 255, 256, 257, 65_536])("Go's verifier and ours accept a log of %d events", async (size) => {
  const path = join(await aFolder(), `${size}`);
  await writeFolder(path, { events: events.slice(0, size) });
  expect((await judgeWithGo(path, VKEY, environment)).isIntact).toBe(true);
  expect(await isVerified(path)).toBe(true);
});

test('a changed entry is found by Go and by us', async () => {
  const path = join(await aFolder(), 'changed');
  await writeFolder(path, { events: events.slice(0, 300) });
  const name = join(path, 'tile/entries/000');
  const bytes = await readFile(name);
  await writeFile(name, bytes.fill((bytes[100] ?? 0) ^ 1, 100, 101));
  expect((await judgeWithGo(path, VKEY, environment)).isIntact).toBe(false);
  expect(await isVerified(path)).toBe(false);
});

test('Go verifies the entry of a proof, and no other entry with it', async () => {
  const read = (tile: Parameters<typeof tilePath>[0]) => readFile(join(folder, tilePath(tile)));
  const index = 65_700;
  const proof = formatTlogProof({
    index,
    hashes: await inclusionProof(index, SIZE, read),
    checkpoint: await readFile(join(folder, 'checkpoint'), 'utf8'),
  });
  const entryOf = (seq: number): Uint8Array =>
    createHash('sha256')
      .update(events[seq] as string)
      .digest();
  const judged = (seq: number) => judgeProofWithGo({ proof, vkey: VKEY, entry: entryOf(seq) }, environment);
  expect(await judged(index)).toEqual({ isIntact: true, said: 'judged the proof of entry 65700 in 66000\n' });
  expect((await judged(index + 1)).isIntact).toBe(false);
});

test('Go signs with a private key of ours', async () => {
  const privateKey = await formatPrivateKey('rooms.example/log', new Uint8Array(32).fill(5));
  const { key } = await parsePrivateKey(privateKey);
  const note = parseNote(await signWithGo('a text\n', privateKey, environment));
  expect(await signersOf(note, [key])).toEqual([{ key }]);
});
