import { beforeAll, describe, expect, test } from '@jest/globals';
import { MINUTE } from '@strongroom/domain';
import type { Idempotency } from '../../src/kernel/context.ts';
import { shareLinks } from '../../src/store/share-links.ts';
import { recordedBy } from '../world/events.ts';
import { aFile, aLink, aPerson, aRoom, CIPHERTEXT, get, joins } from '../world/mothers.ts';
import { aRequest, Person } from '../world/person.ts';
import { codeOf, tally } from '../world/refusals.ts';
import { stored } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';
import { aKey } from './idempotency-key.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'owner');
});
const redeemKeyed = (secret: string, idempotency: Idempotency) =>
  world.app.shares.redeem({ request: aRequest(), idempotency }, { secret });

describe('a redemption whose connection broke', () => {
  test('is given again, without a second download, also when it was the last', async () => {
    const file = await aFile(world, ada, await aRoom(world, ada));
    const { link, secret } = await aLink(world, ada, file, { maxDownloads: 1 });
    const key = aKey();
    const recorded = await recordedBy(world, async () => {
      await redeemKeyed(secret, key);
      world.clock.advance(1000);
      const again = await redeemKeyed(secret, key);
      expect('url' in again && (await get(world, again.url))).toBe(CIPHERTEXT);
    });
    expect(await stored(world, shareLinks, link.id)).toMatchObject({ downloads: 1 });
    expect(recorded).toMatchObject([
      { type: 'share.redeemed', data: { download: 1 } },
      { type: 'share.redeemed', data: { replayed: true } },
    ]);
    expect(key.replays).toBe(1);
    expect(await codeOf(redeemKeyed(secret, aKey()))).toBe('SHARE_EXHAUSTED');
  });

  test('is not given again once the link is dead', async () => {
    const bob = await aPerson(world);
    const room = await aRoom(world, ada);
    await joins(world, bob, room, 'contributor', ada);
    const file = await aFile(world, ada, room);
    const ends: readonly (readonly [string, (shareId: string) => Promise<unknown>])[] = [
      ['SHARE_REVOKED', (shareId) => bob.ask(world.app.shares.revoke, { shareId })],
      ['SHARE_REVOKED', () => ada.ask(world.app.users.setClearance, { userId: bob.id, clearance: 'C1' })],
      ['SHARE_NOT_FOUND', () => ada.ask(world.app.files.delete, { fileId: file.id })],
    ];
    for (const [code, end] of ends) {
      const { link, secret } = await aLink(world, bob, file);
      const key = aKey();
      await redeemKeyed(secret, key);
      await end(link.id);
      expect(await codeOf(redeemKeyed(secret, key))).toBe(code);
      await ada.ask(world.app.users.setClearance, { userId: bob.id, clearance: '' });
    }
  });

  test('is not given again once the link has expired', async () => {
    const file = await aFile(world, ada, await aRoom(world, ada));
    const { secret } = await aLink(world, ada, file, { expiresIn: 1 });
    const key = aKey();
    await redeemKeyed(secret, key);
    world.clock.advance(2000);
    expect(await codeOf(redeemKeyed(secret, key))).toBe('SHARE_EXPIRED');
  });

  test('belongs to its link: the same key at another link is another download', async () => {
    const file = await aFile(world, ada, await aRoom(world, ada));
    const [one, other] = [await aLink(world, ada, file), await aLink(world, ada, file)];
    const key = aKey();
    await redeemKeyed(one.secret, key);
    await redeemKeyed(other.secret, key);
    expect(key.replays).toBe(0);
  });

  test('is given again three times at most, however many ask at once', async () => {
    const file = await aFile(world, ada, await aRoom(world, ada));
    const { link, secret } = await aLink(world, ada, file, { maxDownloads: 1 });
    const key = aKey();
    expect(await tally(Array.from({ length: 20 }, () => redeemKeyed(secret, key)))).toEqual({
      done: 4,
      SHARE_EXHAUSTED: 16,
    });
    expect(await stored(world, shareLinks, link.id)).toMatchObject({ downloads: 1 });
  });

  test('is another download after three replays, where one is left', async () => {
    const file = await aFile(world, ada, await aRoom(world, ada));
    const { link, secret } = await aLink(world, ada, file, { maxDownloads: 2 });
    const key = aKey();
    for (let n = 0; n < 5; n++) await redeemKeyed(secret, key);
    expect(key.replays).toBe(3);
    expect(await stored(world, shareLinks, link.id)).toMatchObject({ downloads: 2 });
  });

  test('is given again for ten minutes and not a moment longer', async () => {
    const file = await aFile(world, ada, await aRoom(world, ada));
    const { secret } = await aLink(world, ada, file, { maxDownloads: 1 });
    const key = aKey();
    await redeemKeyed(secret, key);
    world.clock.advance(10 * MINUTE - 1);
    expect(await codeOf(redeemKeyed(secret, key))).toBe('done');
    world.clock.advance(1);
    expect(await codeOf(redeemKeyed(secret, key))).toBe('SHARE_EXHAUSTED');
  });
});
