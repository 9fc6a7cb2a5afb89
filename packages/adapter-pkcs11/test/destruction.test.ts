import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { KeyDestroyed } from '@strongroom/ports';
import { UnwrapToken } from '../src/unwrap/index.ts';
import { A_FILE, A_ROOM, failureOf, Place, uuidIn } from './setting.ts';

const TIME = '2026-11-22T10:00:00.000Z';

test('a vault lists the keys of rooms in its token, and none that is destroyed', async () => {
  const at = new Place();
  try {
    const vault = await at.vault();
    expect(await vault.keys()).toEqual([]);
    const [kept, doomed] = [await vault.createKey(A_ROOM), await vault.createKey(A_ROOM)];
    expect(new Set(await vault.keys())).toEqual(new Set([kept, doomed]));
    await vault.destroyKey(doomed);
    expect(await vault.keys()).toEqual([kept]);
  } finally {
    at.end();
  }
});

describe('a destruction that was interrupted', () => {
  let at: Place;
  beforeEach(() => {
    at = new Place();
  });
  afterEach(() => at.end());

  test('before the token destroyed the key is completed, and the key unwraps no more meanwhile', async () => {
    const vault = await at.vault();
    const key = await vault.createKey(A_ROOM);
    const { wrappedDek } = await vault.wrapNewDataKey(key, A_FILE);
    at.note(`destroying ${uuidIn(key)}`, TIME);
    const unwrapping = await UnwrapToken.open(at.rooms);
    await expect(unwrapping.unwrap(wrappedDek, key)).rejects.toThrow('the key is destroyed');
    const fate = await vault.destroyKey(key);
    expect(fate.state).toBe('destroyed');
    expect(fate.at).toBeGreaterThan(Date.parse(TIME));
    await expect(vault.wrapNewDataKey(key, A_FILE)).rejects.toBeInstanceOf(KeyDestroyed);
    await expect(unwrapping.unwrap(wrappedDek, key)).rejects.toThrow('the key is destroyed');
    unwrapping.close();
    expect(at.objects()).not.toContain('destroying');
  });

  test('after the token destroyed the key takes the time of the intention', async () => {
    const vault = await at.vault();
    const key = await vault.createKey(A_ROOM);
    at.note(`destroying ${uuidIn(key)}`, TIME);
    at.hsm.tool(at.rooms, '--delete-object', '--type', 'secrkey', '--label', uuidIn(key));
    const fate = { state: 'destroyed', at: Date.parse(TIME) };
    const answers = await Promise.all([vault.destroyKey(key), (await at.vault()).destroyKey(key)]);
    expect(answers).toEqual([fate, fate]);
    expect(await vault.destroyKey(key)).toEqual(fate);
  });

  test('with a damaged note is an outage', async () => {
    const vault = await at.vault();
    const key = await vault.createKey(A_ROOM);
    at.note(`destroyed ${uuidIn(key)}`, 'yesterday');
    expect(await failureOf(vault.destroyKey(key))).toMatchObject({ code: 'NOTE' });
  });
});

test('a full token refuses new keys, wraps and destroys, and accepts new keys once it has space', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-hsm-'));
  const script = new URL('./processes/full-token.ts', import.meta.url).pathname;
  const node = [process.execPath, '-C', '@strongroom/source', script, folder];
  // A mount of its own vanishes with its process.
  const run = (...options: readonly string[]) =>
    spawnSync('unshare', [...options, ...node], { encoding: 'utf8', timeout: 40_000 });
  const [asRoot, inNamespace] = [run('--mount'), () => run('--mount', '--map-root-user')];
  const { stdout, stderr } = asRoot.status === 0 ? asRoot : inNamespace();
  rmSync(folder, { recursive: true });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    onFull: { create: expect.stringMatching(/^CKR_/), wraps: true },
    state: 'destroyed',
    isSame: true,
    wrapped: 2,
  });
});
