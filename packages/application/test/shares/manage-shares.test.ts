import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AvailableFile, LiveRoom, OrgRole } from '@strongroom/domain';
import { shareLinks } from '../../src/store/share-links.ts';
import { recordedBy } from '../world/events.ts';
import { aFile, aLink, aMember, anUpload, aPerson, aRoom, joins, limitedTo, redeem } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { stored } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
let viewer: Person;
let room: LiveRoom;
let file: AvailableFile;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C3' });
  bob = await aPerson(world);
  viewer = await aPerson(world);
});
beforeEach(async () => {
  room = await aRoom(world, ada);
  await joins(world, bob, room, 'contributor', ada);
  await joins(world, viewer, room, 'viewer', ada);
  file = await aFile(world, ada, room);
});

const see = (by: Person, shareId: string) => by.ask(world.app.shares.get, { shareId });
const revoke = (by: Person, shareId: string) => by.ask(world.app.shares.revoke, { shareId });
const list = (by: Person, page: { perPage?: number; cursor?: string } = {}) =>
  by.ask(world.app.shares.list, { fileId: file.id, ...page });

describe('the links of a room', () => {
  const listOfRoom = (by: Person, page: { perPage?: number; cursor?: string } = {}) =>
    by.ask(world.app.shares.listOfRoom, { roomId: room.id, ...page });
  const idsOf = async (by: Person) => (await listOfRoom(by)).items.map(({ link }) => link.id);

  test('are those of all its files, newest first, and of no other room', async () => {
    const second = await aFile(world, ada, room);
    const elsewhere = await aRoom(world, ada);
    await aLink(world, ada, await aFile(world, ada, elsewhere));
    const first = (await aLink(world, ada, file)).link.id;
    world.clock.advance(1000);
    const last = (await aLink(world, ada, second)).link.id;
    expect(await idsOf(ada)).toEqual([last, first]);
    expect(await idsOf(bob)).toEqual([last, first]);
  });

  test('do not include links to files above the clearance of the caller, nor count them', async () => {
    const high = await aFile(world, ada, room, { classification: 'C3' });
    const hidden = (await aLink(world, ada, high)).link.id;
    const shown = (await aLink(world, ada, file)).link.id;
    expect(new Set(await idsOf(ada))).toEqual(new Set([shown, hidden]));
    expect(await idsOf(bob)).toEqual([shown]);
    expect((await listOfRoom(bob)).meta.total).toBe(1);
  });

  test('are refused to viewers, and hidden with the room from everyone else', async () => {
    expect(await codeOf(listOfRoom(viewer))).toBe('INSUFFICIENT_ROOM_ROLE');
    expect(await codeOf(listOfRoom(await aPerson(world)))).toBe('ROOM_NOT_FOUND');
  });

  test('check the cursor before the room', async () => {
    expect(await codeOf(listOfRoom(await aPerson(world), { cursor: 'nonsense' }))).toBe('INVALID_CURSOR');
  });
});

describe('a new link', () => {
  test('is stored without its secret, bound to the current epoch of its creator', async () => {
    const { link, secret, status } = await aLink(world, bob, file, { maxDownloads: 3, expiresIn: 60 });
    expect(status).toBe('active');
    expect(await stored(world, shareLinks, link.id)).toEqual(link);
    expect(JSON.stringify(link)).not.toContain(secret);
    expect(link).toMatchObject({
      fileId: file.id,
      roomId: room.id,
      label: 'C2',
      createdBy: bob.id,
      creatorEpoch: 1,
      maxDownloads: 3,
      downloads: 0,
      revokedAt: null,
      expiresAt: Math.ceil(world.clock.now() / 1000) * 1000 + 60_000,
    });
  });

  test('is recorded with its bounds', async () => {
    const recorded = await recordedBy(world, () => aLink(world, bob, file, { maxDownloads: 3 }));
    expect(recorded).toMatchObject([
      {
        type: 'share.created',
        actor: { id: bob.id },
        target: { type: 'share', roomId: room.id, label: 'C2' },
        data: { file_id: file.id, max_downloads: 3 },
      },
    ]);
  });

  test('is for owners and contributors of the room', async () => {
    expect(await refusal(world, () => aLink(world, viewer, file))).toEqual([
      'INSUFFICIENT_ROOM_ROLE',
      'room-role:owner',
    ]);
  });

  test('is not for overseers and strangers, who cannot see the file', async () => {
    for (const by of [world.owner, await aPerson(world)])
      expect(await refusal(world, () => aLink(world, by, file))).toEqual(['FILE_NOT_FOUND', 'room-member']);
  });

  test('is not for a file one is not cleared for, though the room is seen', async () => {
    const high = await aFile(world, ada, room, { classification: 'C3' });
    expect(await refusal(world, () => aLink(world, bob, high))).toEqual(['FILE_NOT_FOUND', 'cleared-for-file']);
  });

  test('needs a confirmed file, said after the role', async () => {
    const pending = await anUpload(world, bob, room);
    expect(await refusal(world, () => aLink(world, bob, pending.file))).toEqual(['UPLOAD_NOT_CONFIRMED', null]);
    await joins(world, bob, room, 'viewer', ada);
    expect(await codeOf(aLink(world, bob, pending.file))).toBe('INSUFFICIENT_ROOM_ROLE');
  });

  test('needs a room that is not archived', async () => {
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await refusal(world, () => aLink(world, bob, file))).toEqual(['ROOM_ARCHIVED', null]);
    expect(await codeOf(aLink(world, viewer, file))).toBe('INSUFFICIENT_ROOM_ROLE');
  });

  test('needs the scope write:shares', async () => {
    const limited = await limitedTo(world, bob, 'read:shares');
    expect(await refusal(world, () => aLink(world, limited, file))).toEqual([
      'INSUFFICIENT_SCOPE',
      'scope:write:shares',
    ]);
  });

  test('is refused above the label the operator allows links for', async () => {
    const strict = await openWorld({
      configuration: { labelRules: { ...world.configuration.labelRules, shareMaxLabel: 'C1' as never } },
    });
    const place = await aRoom(strict, strict.owner, 'C1');
    const [open, closed] = [
      await aFile(strict, strict.owner, place),
      await aFile(strict, strict.owner, place, { classification: 'C2' }),
    ];
    expect(await codeOf(aLink(strict, strict.owner, open))).toBe('done');
    expect(await refusal(strict, () => aLink(strict, strict.owner, closed))).toEqual([
      'SHARE_NOT_ALLOWED',
      'shareable',
    ]);
  });
});

describe('one link', () => {
  let shareId: string;
  let secret: string;
  beforeEach(async () => {
    const made = await aLink(world, bob, file, { maxDownloads: 1 });
    [shareId, secret] = [made.link.id, made.secret];
  });

  test('is seen by owners and contributors of the room', async () => {
    for (const by of [ada, bob, await aMember(world, room, 'contributor', ada)])
      expect(await see(by, shareId)).toMatchObject({ link: { id: shareId }, status: 'active' });
  });

  test('is seen by its maker also as a viewer', async () => {
    await joins(world, bob, room, 'viewer', ada);
    expect(await see(bob, shareId)).toMatchObject({ status: 'revoked' });
  });

  test('is not found by viewers, overseers and strangers', async () => {
    for (const by of [viewer, world.owner, await aPerson(world)])
      expect((await refusal(world, () => see(by, shareId)))[0]).toBe('SHARE_NOT_FOUND');
  });

  test('is visible to its creator after they left the room, as revoked', async () => {
    await bob.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    expect(await see(bob, shareId)).toMatchObject({ status: 'revoked' });
  });

  test('is not found by its creator once their clearance is below the file, or the file is deleted', async () => {
    await world.owner.ask(world.app.users.setClearance, { userId: bob.id, clearance: 'C1' });
    expect(await codeOf(see(bob, shareId))).toBe('SHARE_NOT_FOUND');
    await world.owner.ask(world.app.users.setClearance, { userId: bob.id, clearance: '' });
    await ada.ask(world.app.files.delete, { fileId: file.id });
    expect(await codeOf(see(bob, shareId))).toBe('SHARE_NOT_FOUND');
  });

  test('is unknown under an id that names none', async () => {
    expect(await codeOf(see(ada, crypto.randomUUID()))).toBe('SHARE_NOT_FOUND');
  });

  test('reports its status', async () => {
    await redeem(world, secret);
    expect((await see(ada, shareId)).status).toBe('exhausted');
    await revoke(bob, shareId);
    expect((await see(ada, shareId)).status).toBe('revoked');
  });

  test('needs the scope read:shares', async () => {
    const limited = await limitedTo(world, bob, 'write:shares');
    expect(await refusal(world, () => see(limited, shareId))).toEqual(['INSUFFICIENT_SCOPE', 'scope:read:shares']);
  });
});

describe('revoking a link', () => {
  let shareId: string;
  beforeEach(async () => {
    shareId = (await aLink(world, bob, file)).link.id;
  });

  test('ends it once, with one event', async () => {
    const recorded = await recordedBy(world, async () => {
      expect(await revoke(bob, shareId)).toMatchObject({ status: 'revoked', link: { revokedAt: world.clock.now() } });
    });
    expect(recorded).toMatchObject([{ type: 'share.revoked', target: { id: shareId, roomId: room.id } }]);
    const at = world.clock.now();
    world.clock.advance(5000);
    const again = await recordedBy(world, async () => {
      expect(await revoke(bob, shareId)).toMatchObject({ link: { revokedAt: at } });
    });
    expect(again).toEqual([]);
  });

  test('is for its maker, also as a viewer, and for owners of the room', async () => {
    await joins(world, bob, room, 'viewer', ada);
    expect(await codeOf(revoke(bob, shareId))).toBe('done');
    expect(await codeOf(revoke(ada, shareId))).toBe('done');
  });

  test.each<OrgRole>(['owner', 'domain_admin', 'security_officer'])('is for %s of the organisation', async (role) => {
    expect(await codeOf(revoke(await aPerson(world, role), shareId))).toBe('done');
  });

  test('is refused to another contributor, a viewer, an auditor and a stranger, as an unknown link', async () => {
    const others = [
      await aMember(world, room, 'contributor', ada),
      viewer,
      await aPerson(world, 'auditor'),
      await aPerson(world),
    ];
    for (const by of others) expect((await refusal(world, () => revoke(by, shareId)))[0]).toBe('SHARE_NOT_FOUND');
  });

  test('is not for an administrator whose clearance does not cover the file', async () => {
    const officer = await aPerson(world, 'security_officer', { clearance: 'C2' });
    const high = await aFile(world, ada, room, { classification: 'C3' });
    const { link } = await aLink(world, ada, high);
    expect(await refusal(world, () => revoke(officer, link.id))).toEqual(['SHARE_NOT_FOUND', 'cleared-for-file']);
  });

  test('works in an archived room', async () => {
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await codeOf(revoke(bob, shareId))).toBe('done');
  });

  test('needs the scope write:shares', async () => {
    const limited = await limitedTo(world, bob, 'read:shares');
    expect(await refusal(world, () => revoke(limited, shareId))).toEqual(['INSUFFICIENT_SCOPE', 'scope:write:shares']);
  });
});

describe('the links of a file', () => {
  test('are listed newest first with their present status', async () => {
    const first = await aLink(world, bob, file, { expiresIn: 1 });
    world.clock.advance(2000);
    const second = await aLink(world, ada, file);
    const { items, meta } = await list(bob);
    expect(items.map((seen) => [seen.link.id, seen.status])).toEqual([
      [second.link.id, 'active'],
      [first.link.id, 'expired'],
    ]);
    expect(meta.total).toBe(2);
  });

  test('are refused to a viewer, who sees the file, and hidden with the file from others', async () => {
    expect(await refusal(world, () => list(viewer))).toEqual(['INSUFFICIENT_ROOM_ROLE', 'room-role:owner']);
    for (const by of [world.owner, await aPerson(world)])
      expect(await refusal(world, () => list(by))).toEqual(['FILE_NOT_FOUND', 'room-member']);
  });

  test('come in pages whose cursor fits this file only', async () => {
    await aLink(world, bob, file);
    await aLink(world, bob, file);
    const other = await aFile(world, ada, room);
    const cursor = String((await list(bob, { perPage: 1 })).meta.nextCursor);
    expect((await list(bob, { perPage: 1, cursor })).items).toHaveLength(1);
    expect(await codeOf(bob.ask(world.app.shares.list, { fileId: other.id, cursor }))).toBe('INVALID_CURSOR');
  });

  test('need the scope read:shares', async () => {
    const limited = await limitedTo(world, bob, 'write:shares');
    expect(await refusal(world, () => list(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:read:shares']);
  });
});
