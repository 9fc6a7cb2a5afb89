import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Malformed, parseNote, parseVerifierKey, signersOf } from '@strongroom/audit-proof';
import {
  auditKeysIn,
  checkpointFile,
  checkpointInMemory,
  faultOfCheckpointFile,
  memoryAuditKeys,
  newAuditKey,
} from '../src/index.ts';

const ORIGIN = 'rooms.example/api/v1/audit/0123abcd';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-keys-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = (): string => join(folder, 'keys', 'audit.key');
const open = () => auditKeysIn({ file: file(), isMade: true });

describe('the audit keys in a file', () => {
  test('have one first key for concurrent openings, readable by this user only', async () => {
    const keys = await Promise.all([open().first(ORIGIN), open().first(ORIGIN), open().first(ORIGIN)]);
    expect(new Set(keys.map(({ vkey }) => vkey)).size).toBe(1);
    expect(keys[0]?.vkey.startsWith(`${ORIGIN}+`)).toBe(true);
    expect((await open().read()).map(({ vkey }) => vkey)).toEqual([keys[0]?.vkey]);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  test('keep the name of the first one', async () => {
    const { vkey } = await open().first(ORIGIN);
    expect((await open().first('other.example/api/v1/audit/00000000')).vkey).toBe(vkey);
  });

  test('sign what their verifier key verifies', async () => {
    const key = await open().first(ORIGIN);
    const note = parseNote(`a text\n\n${await key.sign('a text\n')}\n`);
    expect(await signersOf(note, [parseVerifierKey(key.vkey)])).toHaveLength(1);
  });

  test('are listed from the oldest to the newest', async () => {
    const [one, two] = [await open().first(ORIGIN), await open().add(ORIGIN)];
    expect((await open().read()).map(({ vkey }) => vkey)).toEqual([one.vkey, two.vkey]);
    expect(one.vkey).not.toBe(two.vkey);
  });

  test('are empty at first, and no key is made in a file that the operator named', async () => {
    expect(await open().read()).toEqual([]);
    await expect(auditKeysIn({ file: file(), isMade: false }).first(ORIGIN)).rejects.toThrow(Malformed);
    expect(await open().read()).toEqual([]);
  });

  test('have the checkpoint that was noted last, also when they are opened again', async () => {
    const keys = open();
    await keys.first(ORIGIN);
    expect(await keys.lastSigned()).toBeUndefined();
    await keys.noteSigned('one\n');
    await keys.noteSigned('two\n');
    expect(await open().lastSigned()).toBe('two\n');
    expect(await readFile(join(folder, 'keys', 'audit.checkpoint'), 'utf8')).toBe('two\n');
  });

  test('note the checkpoint elsewhere, or nowhere, where the operator says so', async () => {
    const path = join(folder, 'noted');
    await auditKeysIn({ file: file(), isMade: true, lastCheckpoint: checkpointFile(path) }).noteSigned('one\n');
    expect(await readFile(path, 'utf8')).toBe('one\n');
    const nowhere = auditKeysIn({ file: file(), isMade: true, lastCheckpoint: checkpointInMemory() });
    await nowhere.noteSigned('two\n');
    expect([await nowhere.lastSigned(), await open().lastSigned()]).toEqual(['two\n', undefined]);
  });

  test('go on from the checkpoint of an earlier version, until one is noted at the new place', async () => {
    const [before, path] = [join(folder, 'before'), join(folder, 'state', 'audit.checkpoint')];
    await writeFile(before, 'one\n');
    const place = checkpointFile(path, before);
    expect(await place.lastSigned()).toBe('one\n');
    await place.noteSigned('two\n');
    expect([await place.lastSigned(), await readFile(before, 'utf8')]).toEqual(['two\n', 'one\n']);
  });

  test('read no more of a checkpoint than a signed note may have', async () => {
    const path = join(folder, 'huge');
    await writeFile(path, 'x'.repeat(3_000_000));
    expect(await checkpointFile(path).lastSigned()).toHaveLength(262_144);
  });

  test('say that the place of the checkpoint cannot serve', async () => {
    await writeFile(join(folder, 'file'), '');
    const place = checkpointFile(join(folder, 'file', 'audit.checkpoint'));
    await expect(place.noteSigned('one\n')).rejects.toMatchObject({ name: 'Unavailable', dependency: 'audit' });
    await expect(place.lastSigned()).rejects.toMatchObject({ name: 'Unavailable' });
    expect(await faultOfCheckpointFile(place.noted ?? '')).toBe('ENOTDIR');
    expect(await faultOfCheckpointFile(join(folder, 'a', 'b', 'c'))).toBeUndefined();
  });

  test.each([
    ['nothing', ''],
    ['garbage', 'hello\n'],
    ['another key cut off', 'PRIVATE+KEY+rooms.example+00000000+AQ\n'],
  ])('with %s in their file are refused, and the file stays', async (_what, text) => {
    await open().first(ORIGIN);
    await writeFile(file(), text);
    await expect(open().read()).rejects.toThrow(Malformed);
    await expect(open().first(ORIGIN)).rejects.toThrow(Malformed);
    expect(await readFile(file(), 'utf8')).toBe(text);
  });
});

test('given private keys are the same in every process, with a checkpoint of their own', async () => {
  const line = await newAuditKey(ORIGIN);
  const [one, other] = [memoryAuditKeys([line]), memoryAuditKeys([line])];
  expect((await one.first(ORIGIN)).vkey).toBe((await other.first(ORIGIN)).vkey);
  await one.noteSigned('one\n');
  await other.noteSigned('two\n');
  expect([await one.lastSigned(), await other.lastSigned()]).toEqual(['one\n', 'two\n']);
});
