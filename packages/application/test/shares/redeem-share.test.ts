import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AvailableFile, LiveRoom } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { shareLinks } from '../../src/store/share-links.ts';
import { eventsOfType, recordedBy } from '../world/events.ts';
import { fated } from '../world/faulty-documents.ts';
import { intercepted } from '../world/intercepted.ts';
import {
  aFile,
  aLink,
  anUnknownSecret,
  aPerson,
  aRoom,
  CIPHERTEXT,
  get,
  joins,
  peek,
  redeem,
} from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { stored } from '../world/stored.ts';
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
const bothCodes = async (secret: string) => [await codeOf(peek(world, secret)), await codeOf(redeem(world, secret))];

describe('redeeming a link', () => {
  test('releases wrapped key, iv, tag and an address of the ciphertext', async () => {
    const { secret } = await link();
    const { url, expiresAt, file: released } = await redeem(world, secret);
    expect(released).toEqual(file);
    expect(expiresAt).toBe(world.clock.now() + 60_000);
    expect(await get(world, url)).toBe(CIPHERTEXT);
  });

  test('counts one, and is recorded with its number', async () => {
    const { secret, link: made } = await link({ maxDownloads: 5 });
    const recorded = await recordedBy(world, async () => {
      await redeem(world, secret);
      world.clock.advance(1);
      await redeem(world, secret);
    });
    expect(await stored(world, shareLinks, made.id)).toMatchObject({ downloads: 2, maxDownloads: 5 });
    expect(recorded).toMatchObject(
      [1, 2].map((download) => ({
        type: 'share.redeemed',
        actor: { type: 'share', id: made.id },
        target: { type: 'share', id: made.id, roomId: room.id, label: 'C2' },
        data: { file_id: file.id, download },
      })),
    );
  });

  test('works to the last download and not beyond', async () => {
    const { secret } = await link({ maxDownloads: 2 });
    expect([await codeOf(redeem(world, secret)), await codeOf(redeem(world, secret))]).toEqual(['done', 'done']);
    expect(await bothCodes(secret)).toEqual(['SHARE_EXHAUSTED', 'SHARE_EXHAUSTED']);
  });

  test('works any number of times without a cap', async () => {
    const { secret, link: made } = await link();
    for (let n = 0; n < 30; n++) await redeem(world, secret);
    expect(await stored(world, shareLinks, made.id)).toMatchObject({ downloads: 30, maxDownloads: null });
  });

  test('works in an archived room', async () => {
    const { secret } = await link();
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await bothCodes(secret)).toEqual(['done', 'done']);
  });

  test('works until the exact moment of expiry', async () => {
    const { secret, link: made } = await link({ expiresIn: 1 });
    const present = world.clock.now();
    expect(made.expiresAt).toBe(Math.ceil(present / 1000) * 1000 + 1000);
    world.clock.advance(made.expiresAt - present - 1);
    expect(await bothCodes(secret)).toEqual(['done', 'done']);
    world.clock.advance(1);
    expect(await bothCodes(secret)).toEqual(['SHARE_EXPIRED', 'SHARE_EXPIRED']);
  });

  test('is not counted when no address can be signed', async () => {
    const { secret, link: made } = await link({ maxDownloads: 1 });
    const down = await another(
      world,
      intercepted(world.ports, async (call, proceed) => {
        if (call.port === 'blobs') throw new Unavailable('blobs');
        return proceed();
      }),
    );
    expect(await codeOf(redeem(down, secret))).toBe('unavailable: blobs');
    expect(await stored(world, shareLinks, made.id)).toMatchObject({ downloads: 0 });
    expect(await codeOf(redeem(world, secret))).toBe('done');
  });

  test.each(['lost', 'vanished', 'late'] as const)(
    'counts one when the answer of its commit is %s, and gives that download',
    async (fate) => {
      const { secret, link: made } = await link({ maxDownloads: 1 });
      const faulty = await another(world, intercepted(world.ports, fated(fate)));
      expect(await get(world, (await redeem(faulty, secret)).url)).toBe(CIPHERTEXT);
      expect(await stored(world, shareLinks, made.id)).toMatchObject({ downloads: 1 });
      const events = await eventsOfType(world, 'share.redeemed');
      expect(events.filter((event) => event.actor.type === 'share' && event.actor.id === made.id)).toHaveLength(1);
    },
  );
});

describe('looking at a link', () => {
  test('shows the file and what remains, and consumes and records nothing', async () => {
    const { secret, link: made } = await link({ maxDownloads: 2 });
    const recorded = await recordedBy(world, async () => {
      for (let n = 0; n < 5; n++)
        expect(await peek(world, secret)).toMatchObject({ file: { id: file.id }, remaining: 2 });
    });
    expect(recorded).toEqual([]);
    expect(await stored(world, shareLinks, made.id)).toMatchObject({ downloads: 0 });
    await redeem(world, secret);
    expect((await peek(world, secret)).remaining).toBe(1);
  });

  test('shows no remaining downloads without a cap', async () => {
    expect((await peek(world, (await link()).secret)).remaining).toBeNull();
  });
});

describe('a link is unknown', () => {
  test.each(['', 'srl_', 'nonsense'])('if the secret is %p', async (secret) => {
    expect(await bothCodes(secret)).toEqual(['SHARE_NOT_FOUND', 'SHARE_NOT_FOUND']);
  });

  test('with an unknown secret, or one of another kind', async () => {
    expect(await bothCodes(anUnknownSecret('shareLink'))).toEqual(['SHARE_NOT_FOUND', 'SHARE_NOT_FOUND']);
    expect(await bothCodes(bob.secret)).toEqual(['SHARE_NOT_FOUND', 'SHARE_NOT_FOUND']);
  });

  test('once its file is deleted, whatever other reason applies', async () => {
    const { secret, link: made } = await link();
    await bob.ask(world.app.shares.revoke, { shareId: made.id });
    await ada.ask(world.app.files.delete, { fileId: file.id });
    expect(await bothCodes(secret)).toEqual(['SHARE_NOT_FOUND', 'SHARE_NOT_FOUND']);
  });

  test('once its room is deleted', async () => {
    const { secret } = await link();
    await ada.ask(world.app.rooms.delete, { roomId: room.id });
    expect(await bothCodes(secret)).toEqual(['SHARE_NOT_FOUND', 'SHARE_NOT_FOUND']);
  });
});

describe('a link is revoked', () => {
  const revoked = ['SHARE_REVOKED', 'SHARE_REVOKED'];

  test('by hand, for good', async () => {
    const { secret, link: made } = await link();
    await bob.ask(world.app.shares.revoke, { shareId: made.id });
    expect(await bothCodes(secret)).toEqual(revoked);
  });

  test('for good when its creator leaves the room, even if they come back', async () => {
    const { secret } = await link();
    await bob.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    expect(await bothCodes(secret)).toEqual(revoked);
    await joins(world, bob, room, 'owner', ada);
    expect(await bothCodes(secret)).toEqual(revoked);
  });

  test('for good when its creator is deactivated, even if they come back', async () => {
    const { secret } = await link();
    await ada.ask(world.app.users.deactivate, { userId: bob.id });
    expect(await bothCodes(secret)).toEqual(revoked);
    await ada.ask(world.app.users.reactivate, { userId: bob.id });
    await joins(world, bob, room, 'owner', ada);
    expect(await bothCodes(secret)).toEqual(revoked);
  });

  test('while its maker is a viewer', async () => {
    const { secret } = await link();
    await joins(world, bob, room, 'viewer', ada);
    expect(await bothCodes(secret)).toEqual(revoked);
    await joins(world, bob, room, 'contributor', ada);
    expect(await bothCodes(secret)).toEqual(['done', 'done']);
  });

  test('while its maker is not cleared for the file', async () => {
    const { secret } = await link();
    await ada.ask(world.app.users.setClearance, { userId: bob.id, clearance: 'C1' });
    expect(await bothCodes(secret)).toEqual(revoked);
    await ada.ask(world.app.users.setClearance, { userId: bob.id, clearance: '' });
    expect(await bothCodes(secret)).toEqual(['done', 'done']);
  });

  test('not when only a token of its maker is revoked', async () => {
    const { secret } = await link();
    const { items } = await bob.ask(world.app.tokens.list, {});
    for (const { token } of items) await bob.ask(world.app.tokens.revoke, { tokenId: token.id }).catch(() => undefined);
    expect(await bothCodes(secret)).toEqual(['done', 'done']);
  });
});

test('a link with several reasons says revoked first, then expired, then exhausted', async () => {
  const { secret, link: made } = await link({ maxDownloads: 1, expiresIn: 1 });
  await redeem(world, secret);
  expect(await bothCodes(secret)).toEqual(['SHARE_EXHAUSTED', 'SHARE_EXHAUSTED']);
  world.clock.advance(2000);
  expect(await bothCodes(secret)).toEqual(['SHARE_EXPIRED', 'SHARE_EXPIRED']);
  await bob.ask(world.app.shares.revoke, { shareId: made.id });
  expect(await bothCodes(secret)).toEqual(['SHARE_REVOKED', 'SHARE_REVOKED']);
});

test('the operator may forbid links above a label, existing ones included', async () => {
  const { secret } = await link();
  const strict = await openWorldAs(world, { shareMaxLabel: 'C1' });
  expect(await codeOf(redeem(strict, secret))).toBe('SHARE_REVOKED');
  expect(await codeOf(redeem(world, secret))).toBe('done');
});

/** The same store, served with other label rules. */
async function openWorldAs(of: World, { shareMaxLabel }: Readonly<{ shareMaxLabel: string }>): Promise<World> {
  const labelRules = { ...of.configuration.labelRules, shareMaxLabel: shareMaxLabel as never };
  return another({ ...of, configuration: { ...of.configuration, labelRules } });
}
