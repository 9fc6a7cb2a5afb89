import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type AvailableFile, DAY, type LiveRoom } from '@strongroom/domain';
import { sweepRedemptions } from '../../src/jobs/sweep-redemptions.ts';
import { EVERY_REDEMPTION, redemptions } from '../../src/store/redemptions.ts';
import { shareLinks } from '../../src/store/share-links.ts';
import { aKey } from '../kernel/idempotency-key.ts';
import { recordedBy } from '../world/events.ts';
import { aFile, aLink, anUnknownSecret, aPerson, aRoom, CIPHERTEXT, get, joins, redeem } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { codeOf, tally } from '../world/refusals.ts';
import { listed, stored } from '../world/stored.ts';
import { another, openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
let room: LiveRoom;
let file: AvailableFile;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'owner');
});
beforeEach(async () => {
  bob = await aPerson(world);
  room = await aRoom(world, ada);
  await joins(world, bob, room, 'contributor', ada);
  file = await aFile(world, ada, room);
});

const link = (options: Parameters<typeof aLink>[3] = {}) => aLink(world, bob, file, options);
const resumeIn = (at: World, secret: string, redemption: string) =>
  at.app.shares.resume({ request: aRequest() }, { secret, redemption });
const resume = (secret: string, redemption: string) => resumeIn(world, secret, redemption);

describe('a redemption whose download was interrupted', () => {
  test('gets another address of the ciphertext with iv and tag, and counts nothing', async () => {
    const { secret, link: made } = await link({ maxDownloads: 1 });
    const { redemption, redemptionExpiresAt } = await redeem(world, secret);
    expect(redemption).toMatch(/^srr_/);
    expect(redemptionExpiresAt).toBe(world.clock.now() + DAY);
    world.clock.advance(120_000);
    const again = await resume(secret, redemption);
    expect(again).toEqual({ url: again.url, expiresAt: world.clock.now() + 60_000, file });
    expect(await get(world, again.url)).toBe(CIPHERTEXT);
    expect(await stored(world, shareLinks, made.id)).toMatchObject({ downloads: 1 });
    expect(await codeOf(redeem(world, secret))).toBe('SHARE_EXHAUSTED');
  });

  test('is recorded each time with its number, and names the redemption', async () => {
    const { secret, link: made } = await link();
    const recorded = await recordedBy(world, async () => {
      const { redemption } = await redeem(world, secret);
      for (let n = 0; n < 2; n++) {
        world.clock.advance(1);
        await resume(secret, redemption);
      }
    });
    const [first] = recorded;
    expect(recorded).toMatchObject([
      { type: 'share.redeemed', data: { download: 1 } },
      ...[1, 2].map((number) => ({
        type: 'share.resumed',
        actor: { type: 'share', id: made.id },
        target: { type: 'share', id: made.id, roomId: room.id, label: 'C2' },
        data: { file_id: file.id, redemption: first?.data.redemption, resume: number },
      })),
    ]);
    expect(JSON.stringify(recorded)).not.toContain('srr_');
  });

  test('is resumed exactly 100 times, in several processes at once', async () => {
    const { secret, link: made } = await link({ maxDownloads: 1 });
    const { redemption } = await redeem(world, secret);
    const processes = [world, await another(world), await another(world)];
    const asking = Array.from({ length: 130 }, (_, index) =>
      resumeIn(processes[index % processes.length] ?? world, secret, redemption),
    );
    expect(await tally(asking)).toEqual({ done: 100, REDEMPTION_ENDED: 30 });
    expect(await codeOf(resume(secret, redemption))).toBe('REDEMPTION_ENDED');
    expect(await stored(world, shareLinks, made.id)).toMatchObject({ downloads: 1 });
  });

  test('is resumed for 24 hours, also when the link has expired meanwhile', async () => {
    const { secret } = await link({ expiresIn: 60 });
    const { redemption } = await redeem(world, secret);
    world.clock.advance(DAY - 1);
    expect(await codeOf(resume(secret, redemption))).toBe('done');
    world.clock.advance(1);
    expect(await codeOf(resume(secret, redemption))).toBe('REDEMPTION_ENDED');
  });

  test('is forgotten after 24 hours', async () => {
    const { secret } = await link();
    await redeem(world, secret);
    expect(await listed(world, redemptions, EVERY_REDEMPTION)).not.toEqual([]);
    world.clock.advance(DAY + 1);
    await sweepRedemptions({ documents: world.ports.documents, clock: world.clock });
    expect(await listed(world, redemptions, EVERY_REDEMPTION)).toEqual([]);
  });
});

describe('a redemption is not resumed', () => {
  test('at another link, even of the same file', async () => {
    const [one, other] = [await link(), await link()];
    const { redemption } = await redeem(world, one.secret);
    await redeem(world, other.secret);
    expect(await codeOf(resume(other.secret, redemption))).toBe('REDEMPTION_ENDED');
    expect(await codeOf(resume(one.secret, redemption))).toBe('done');
  });

  test.each([
    ['unknown', () => anUnknownSecret('redemption')],
    ['mistyped', () => 'srr_x'],
    ['empty', () => ''],
    ['the secret of a link', () => anUnknownSecret('shareLink')],
  ])('with a secret that is %s, answered like a foreign one', async (_, wrong) => {
    const { secret } = await link();
    await redeem(world, secret);
    expect(await codeOf(resume(secret, wrong()))).toBe('REDEMPTION_ENDED');
  });

  test('with an unknown link', async () => {
    const { redemption } = await redeem(world, (await link()).secret);
    for (const secret of ['', 'srl_', anUnknownSecret('shareLink')])
      expect(await codeOf(resume(secret, redemption))).toBe('SHARE_NOT_FOUND');
  });

  test('once the link is revoked, its file deleted, or its creator lost the right', async () => {
    const begun = async () => {
      const { secret, link: made } = await link();
      const { redemption } = await redeem(world, secret);
      return { id: made.id, again: () => codeOf(resume(secret, redemption)) };
    };
    const [revoked, other] = [await begun(), await begun()];
    await bob.ask(world.app.shares.revoke, { shareId: revoked.id });
    expect([await revoked.again(), await other.again()]).toEqual(['SHARE_REVOKED', 'done']);
    await joins(world, bob, room, 'viewer', ada);
    expect(await other.again()).toBe('SHARE_REVOKED');
    await joins(world, bob, room, 'contributor', ada);
    expect(await other.again()).toBe('done');
    await ada.ask(world.app.files.delete, { fileId: file.id });
    expect([await revoked.again(), await other.again()]).toEqual(['SHARE_NOT_FOUND', 'SHARE_NOT_FOUND']);
  });
});

test('a repeated request gets the same redemption, whose resumes are counted on', async () => {
  const { secret } = await link({ maxDownloads: 1 });
  const idempotency = aKey();
  const keyed = () => world.app.shares.redeem({ request: aRequest(), idempotency }, { secret });
  const first = await keyed();
  for (let n = 0; n < 60; n++) await resume(secret, first.redemption);
  const { redemption } = await keyed();
  expect(redemption).toBe(first.redemption);
  expect(await tally(Array.from({ length: 60 }, () => resume(secret, redemption)))).toEqual({
    done: 40,
    REDEMPTION_ENDED: 20,
  });
});
