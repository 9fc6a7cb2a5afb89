import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { KeyDestroyed } from '@strongroom/ports';
import { A_FILE, A_ROOM, Place } from './setting.ts';

let at: Place;
beforeEach(() => {
  at = new Place();
});
afterEach(() => at.end());

test('several processes that destroy a key of one token at once agree on the time, while others wrap', async () => {
  const vaults = [await at.vault(), await at.vault(), await at.vault()] as const;
  for (let round = 0; round < 6; round++) {
    const key = await vaults[0].createKey(A_ROOM);
    await Promise.all(vaults.map((vault) => vault.wrapNewDataKey(key, A_FILE)));
    const fates = await Promise.all(
      vaults.map(async (vault) => {
        const fate = await vault.destroyKey(key);
        for (const any of vaults) await expect(any.wrapNewDataKey(key, A_FILE)).rejects.toBeInstanceOf(KeyDestroyed);
        return fate;
      }),
    );
    expect(new Set(fates.map(({ at: time }) => time)).size).toBe(1);
    expect(await vaults[1].destroyKey(key)).toEqual(fates[0]);
  }
  expect(at.objects('--type', 'secrkey').trim()).toBe('');
});
