import { describe, expect, test } from '@jest/globals';
import { shareLinks } from '../../src/store/share-links.ts';
import { eventsOfType } from '../world/events.ts';
import { aFile, aLink, aRoom, redeem } from '../world/mothers.ts';
import { tally } from '../world/refusals.ts';
import { stored } from '../world/stored.ts';
import { another, BOTH, openWorld } from '../world/world.ts';

const AT_ONCE = 200;

describe.each(BOTH)('with documents in %s', (kind) => {
  test.each([1, 2, 10, 100])(
    '200 concurrent redemptions of a link with %i downloads succeed exactly that number of times',
    async (cap) => {
      const world = await openWorld({ kind });
      const processes = [world, await another(world), await another(world), await another(world)];
      const file = await aFile(world, world.owner, await aRoom(world, world.owner));
      const { link, secret } = await aLink(world, world.owner, file, { maxDownloads: cap });

      const asking = Array.from({ length: AT_ONCE }, (_, index) =>
        redeem(processes[index % processes.length] ?? world, secret),
      );
      expect(await tally(asking)).toEqual({ done: cap, SHARE_EXHAUSTED: AT_ONCE - cap });

      expect(await stored(world, shareLinks, link.id)).toMatchObject({ downloads: cap });
      const recorded = (await eventsOfType(world, 'share.redeemed')).map((event) => Number(event.data.download));
      expect(recorded.sort((a, b) => a - b)).toEqual(Array.from({ length: cap }, (_, index) => index + 1));
    },
  );
});
