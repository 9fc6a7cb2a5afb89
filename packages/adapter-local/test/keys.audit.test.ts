import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { formatPrivateKey, Malformed, parseNote, parseVerifierKey, signersOf } from '@strongroom/audit-proof';
import { auditKeyFrom, openAuditKey } from '../src/index.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-key-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => openAuditKey({ folder, address: 'rooms.example' });

describe('the audit key of a folder', () => {
  test('is created once, by several openings at the same time, for this user only', async () => {
    const keys = await Promise.all([open(), open(), open()]);
    expect(new Set(keys.map(({ vkey }) => vkey)).size).toBe(1);
    expect(keys[0]?.vkey).toMatch(/^rooms\.example\/api\/v1\/audit\/[0-9a-f]{8}\+[0-9a-f]{8}\+A/);
    expect((await open()).vkey).toBe(keys[0]?.vkey);
    expect((await stat(join(folder, 'audit.key'))).mode & 0o777).toBe(0o600);
  });

  test('signs what its verifier key verifies', async () => {
    const key = await open();
    const note = parseNote(`a text\n\n${await key.sign('a text\n')}\n`);
    expect(await signersOf(note, [parseVerifierKey(key.vkey)])).toHaveLength(1);
  });

  test('keeps its name when the address changes', async () => {
    const { vkey } = await open();
    expect((await openAuditKey({ folder, address: 'other.example' })).vkey).toBe(vkey);
  });

  test('has the checkpoint that was noted last, also when it is opened again', async () => {
    const key = await open();
    expect(await key.lastSigned()).toBeUndefined();
    await key.noteSigned('one\n');
    await key.noteSigned('two\n');
    expect(await (await open()).lastSigned()).toBe('two\n');
  });

  test.each([
    ['nothing', ''],
    ['garbage', 'hello\n'],
    ['another key cut off', 'PRIVATE+KEY+rooms.example+00000000+AQ\n'],
  ])('with %s in its file does not open, and the file stays', async (_what, text) => {
    await writeFile(join(folder, 'audit.key'), text);
    await expect(open()).rejects.toThrow(Malformed);
    expect(await readFile(join(folder, 'audit.key'), 'utf8')).toBe(text);
  });
});

test('a given private key is the same in every process', async () => {
  const text = await formatPrivateKey('rooms.example/api/v1/audit/00000000', new Uint8Array(32).fill(1));
  const [one, other] = [await auditKeyFrom(text), await auditKeyFrom(text, join(folder, 'new'))];
  expect(one.vkey).toBe(other.vkey);
  await one.noteSigned('one\n');
  await other.noteSigned('two\n');
  expect([await one.lastSigned(), await other.lastSigned()]).toEqual(['one\n', 'two\n']);
});
