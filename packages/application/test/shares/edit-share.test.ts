import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AvailableFile, Instant, LiveRoom } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { aFile, aLink, aPerson, aRoom, joins, limitedTo, peek, redeem } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
let viewer: Person;
let room: LiveRoom;
let file: AvailableFile;
let shareId: string;
let secret: string;
beforeAll(async () => {
  world = await openWorld({ configuration: { organisation: 'Acme' } });
  ada = await aPerson(world, 'member', { clearance: 'C3' });
  bob = await aPerson(world);
  viewer = await aPerson(world);
});
beforeEach(async () => {
  room = await aRoom(world, ada);
  await joins(world, bob, room, 'contributor', ada);
  await joins(world, viewer, room, 'viewer', ada);
  file = await aFile(world, ada, room);
  const made = await aLink(world, bob, file, { maxDownloads: 1 });
  [shareId, secret] = [made.link.id, made.secret];
});

const edit = (by: Person, change: object) => by.ask(world.app.shares.edit, { shareId, change });
const inAnHour = (): Instant => (Math.ceil(world.clock.now() / 1000) * 1000 + 3_600_000) as Instant;

describe('changing a link', () => {
  test('is for its maker and for owners of the room', async () => {
    expect(await edit(bob, { name: 'Offer' })).toMatchObject({ link: { name: 'Offer' }, status: 'active' });
    expect(await edit(ada, { recipient: 'Nora' })).toMatchObject({ link: { name: 'Offer', recipient: 'Nora' } });
  });

  test('is refused to other contributors, who see the link, and to a maker who is a viewer now', async () => {
    const other = await aPerson(world);
    await joins(world, other, room, 'contributor', ada);
    expect((await refusal(world, () => edit(other, { name: 'x' })))[0]).toBe('INSUFFICIENT_ROOM_ROLE');
    await joins(world, bob, room, 'viewer', ada);
    expect((await refusal(world, () => edit(bob, { name: 'x' })))[0]).toBe('INSUFFICIENT_ROOM_ROLE');
  });

  test('is refused as not found for a viewer and a stranger', async () => {
    for (const by of [viewer, await aPerson(world), world.owner, await aPerson(world, 'auditor')])
      expect(await codeOf(edit(by, { name: 'x' }))).toBe('SHARE_NOT_FOUND');
  });

  test('needs the scope write:shares and a room that is not archived', async () => {
    const limited = await limitedTo(world, bob, 'read:shares');
    expect(await codeOf(edit(limited, { name: 'x' }))).toBe('INSUFFICIENT_SCOPE');
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await codeOf(edit(bob, { name: 'x' }))).toBe('ROOM_ARCHIVED');
  });

  test('is recorded with the names of the changed texts, never the texts', async () => {
    const end = inAnHour();
    const change = { name: 'Secret offer', message: 'Hush', expiresAt: end, maxDownloads: 4 };
    const recorded = await recordedBy(world, () => edit(bob, change));
    expect(recorded).toMatchObject([
      {
        type: 'share.edited',
        actor: { id: bob.id },
        target: { id: shareId, roomId: room.id, label: 'C2' },
        data: {
          file_id: file.id,
          changed: { name: true, message: true, max_downloads: 4 },
          before: { max_downloads: expect.any(Number) },
        },
      },
    ]);
    expect(JSON.stringify(recorded)).not.toMatch(/Secret|Hush/);
    expect(await recordedBy(world, () => edit(bob, change))).toEqual([]);
  });

  test('lets a used-up link and an expired one work again', async () => {
    await redeem(world, secret);
    expect(await codeOf(redeem(world, secret))).toBe('SHARE_EXHAUSTED');
    expect((await edit(bob, { maxDownloads: 2 })).status).toBe('active');
    await redeem(world, secret);
    world.clock.advance(2 * 3_600_000);
    expect(await codeOf(redeem(world, secret))).toBe('SHARE_EXPIRED');
    expect((await edit(ada, { expiresAt: inAnHour(), maxDownloads: null })).status).toBe('active');
    expect(await codeOf(redeem(world, secret))).toBe('done');
  });

  test('never lets a link work again that was revoked, or whose creator left', async () => {
    await bob.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    expect(await codeOf(edit(ada, { name: 'x' }))).toBe('SHARE_REVOKED');
    await joins(world, bob, room, 'contributor', ada);
    expect(await codeOf(edit(bob, { name: 'x' }))).toBe('SHARE_REVOKED');
    await ada.ask(world.app.shares.revoke, { shareId });
    expect(await codeOf(edit(ada, { maxDownloads: null }))).toBe('SHARE_REVOKED');
  });

  test('leaves a link suspended whose maker is a viewer now', async () => {
    await joins(world, bob, room, 'viewer', ada);
    expect(await edit(ada, { name: 'Later' })).toMatchObject({ link: { name: 'Later' }, status: 'revoked' });
    await joins(world, bob, room, 'contributor', ada);
    expect(await codeOf(redeem(world, secret))).toBe('done');
  });

  test('counts a link that works again like a new one', async () => {
    await redeem(world, secret);
    for (let made = 0; made < 50; made += 1) await aLink(world, bob, file);
    expect(await codeOf(edit(bob, { name: 'still over' }))).toBe('done');
    expect(await codeOf(edit(bob, { maxDownloads: 2 }))).toBe('LIMIT_REACHED');
    expect(await codeOf(redeem(world, secret))).toBe('SHARE_EXHAUSTED');
  });
});

test('a holder reads the sender, the organisation and the message, and not the recipient', async () => {
  await edit(bob, { recipient: 'Nora', message: 'As we said.' });
  expect(await peek(world, secret)).toMatchObject({
    organisation: 'Acme',
    link: { message: 'As we said.' },
    sharedBy: expect.any(String),
  });
});

describe('a holder of a link of a room with anonymous links', () => {
  const anonymous = (anonymousLinks: boolean): Promise<unknown> =>
    ada.ask(world.app.rooms.edit, { roomId: room.id, anonymousLinks });
  const UNSAID = { sharedBy: null, organisation: null };

  test('reads the message, and neither sender nor organisation', async () => {
    await edit(bob, { message: 'As we said.' });
    await anonymous(true);
    expect(await peek(world, secret)).toMatchObject({ ...UNSAID, link: { message: 'As we said.' }, remaining: 1 });
  });

  test('reads them again once the room names senders', async () => {
    await anonymous(true);
    await anonymous(false);
    expect(await peek(world, secret)).toMatchObject({ organisation: 'Acme', sharedBy: expect.any(String) });
  });

  test('reads them of no link that was made later, nor in an archived room', async () => {
    await anonymous(true);
    const later = await aLink(world, ada, file);
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    for (const link of [secret, later.secret]) expect(await peek(world, link)).toMatchObject(UNSAID);
  });

  test('reads them of links of other rooms', async () => {
    await anonymous(true);
    const elsewhere = await aLink(world, ada, await aFile(world, ada, await aRoom(world, ada)));
    expect(await peek(world, elsewhere.secret)).toMatchObject({ organisation: 'Acme', sharedBy: expect.any(String) });
  });
});
