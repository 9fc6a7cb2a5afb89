import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type AvailableFile, type LiveRoom, type ShareLink } from '@strongroom/domain';
import { documentOf } from '../../src/store/collection.ts';
import { linksOfFile, shareLinks } from '../../src/store/share-links.ts';
import { commits } from '../world/gate.ts';
import { type Around, intercepted, type PortCall } from '../world/intercepted.ts';
import { aFile, aLink, anUnknownSecret, aPerson, aRoom, joins, redeem } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
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
  ada = await aPerson(world, 'member', { clearance: 'C3' });
  bob = await aPerson(world);
});
beforeEach(async () => {
  room = await aRoom(world, ada, 'C1');
  await joins(world, bob, room, 'contributor', ada);
  file = await aFile(world, ada, room);
});

const kept = () => listed(world, shareLinks, linksOfFile(file.id));
const listOfRoom = (by: Person) => by.ask(world.app.shares.listOfRoom, { roomId: room.id });
const relabel = (classification: string) => ada.ask(world.app.files.edit, { fileId: file.id, classification });
const remove = () => ada.ask(world.app.files.delete, { fileId: file.id });

/** Links as an older version stored them: any number of them. */
async function storedLinks(count: number, change: Partial<ShareLink> = {}, by = bob): Promise<void> {
  const { link } = await aLink(world, by, file);
  const links = Array.from({ length: count }, (): ShareLink => {
    const hash = world.ports.secrets.hash(anUnknownSecret('shareLink'));
    return {
      ...link,
      id: world.ports.ids.timed(world.clock.now()),
      createdAt: link.createdAt,
      secretHash: hash,
      ...change,
    };
  });
  const insert = links.map((one) => ({ collection: shareLinks.name, insert: documentOf(shareLinks, one, 1) }));
  await world.ports.documents.commit(insert, []);
}

describe('a file has at most 200 links that work', () => {
  test('even with many callers at once', async () => {
    await storedLinks(189, {}, ada);
    const codes = await tally(Array.from({ length: 20 }, () => aLink(world, ada, file)));
    expect(codes).toEqual({ done: 10, LIMIT_REACHED: 10 });
    expect(await kept()).toHaveLength(200);
  });

  test.each([167, 168, 169, 190])('with %d before and many owners at once', async (before) => {
    await storedLinks(before - 1, {}, ada);
    const codes = await tally(Array.from({ length: 40 }, () => aLink(world, ada, file)));
    expect(codes).toEqual({ done: Math.min(200 - before, 40), ...(before > 160 && { LIMIT_REACHED: before - 160 }) });
    expect(await kept()).toHaveLength(200);
  });

  test('but gets another one once one of them ended', async () => {
    await storedLinks(198, {}, ada);
    const { link } = await aLink(world, bob, file);
    expect(await codeOf(aLink(world, ada, file))).toBe('LIMIT_REACHED');
    await ada.ask(world.app.shares.revoke, { shareId: link.id });
    expect(await codeOf(aLink(world, ada, file))).toBe('done');
  });

  test('but more with those of a creator who left the room', async () => {
    await storedLinks(199);
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    expect(await codeOf(aLink(world, ada, file))).toBe('done');
  });

  test('50 of them of one contributor, who does not use up those of others', async () => {
    await storedLinks(39);
    const codes = await tally(Array.from({ length: 20 }, () => aLink(world, bob, file)));
    expect(codes).toEqual({ done: 10, LIMIT_REACHED: 10 });
    const vic = await aPerson(world);
    await joins(world, vic, room, 'contributor', ada);
    expect(await codeOf(aLink(world, vic, file))).toBe('done');
    expect(await codeOf(aLink(world, ada, file))).toBe('done');
  });

  test.each([1, 18, 19, 30])(
    '50 of them of one contributor, with %d before and many callers at once',
    async (before) => {
      await storedLinks(before - 1);
      const codes = await tally(Array.from({ length: 60 }, () => aLink(world, bob, file)));
      expect(codes).toEqual({ done: 50 - before, LIMIT_REACHED: 10 + before });
    },
  );

  test('but more with those that a contributor made before they left and came back', async () => {
    await storedLinks(49);
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    await joins(world, bob, room, 'contributor', ada);
    expect(await codeOf(aLink(world, bob, file))).toBe('done');
  });

  test('and a refusal does not say whether the links are of the caller or of others', async () => {
    const messageOf = () => aLink(world, bob, file).then(String, (error: Error) => error.message);
    await storedLinks(49);
    const own = await messageOf();
    file = await aFile(world, ada, room);
    await storedLinks(199, {}, ada);
    expect(await messageOf()).toBe(own);
  });
});

describe('a file with ended links', () => {
  test('and a new link removes the oldest of the others', async () => {
    await storedLinks(200, { revokedAt: world.clock.now() });
    const oldest = (await kept()).find(({ revokedAt }) => revokedAt !== null);
    world.clock.advance(1000);
    await ada.ask(world.app.shares.revoke, { shareId: (await aLink(world, ada, file)).link.id });
    await aLink(world, ada, file);
    expect((await kept()).filter(({ revokedAt }) => revokedAt !== null)).toHaveLength(200);
    expect(await stored(world, shareLinks, oldest?.id ?? '')).toBeUndefined();
  });

  test('also of many that an older version stored', async () => {
    await storedLinks(1100, { revokedAt: world.clock.now() });
    await aLink(world, ada, file);
    expect((await kept()).filter(({ revokedAt }) => revokedAt !== null)).toHaveLength(200);
    expect((await kept()).filter(({ revokedAt }) => revokedAt === null)).toHaveLength(2);
  });
});

describe('the number of links never stops an owner', () => {
  test('from another label: all links get it, and thousands of ended ones go', async () => {
    await storedLinks(5100, { revokedAt: world.clock.now() });
    await storedLinks(450);
    await relabel('C3');
    const left = await kept();
    expect(new Set(left.map(({ label }) => label))).toEqual(new Set(['C3']));
    expect(left.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(452);
    expect(left.filter(({ revokedAt }) => revokedAt !== null)).toHaveLength(200);
    await relabel('C1');
    expect(new Set((await kept()).map(({ label }) => label))).toEqual(new Set(['C1']));
  });

  test('from deleting the file: its links are gone from lists and counts with the answer', async () => {
    const second = await aFile(world, ada, room);
    const { link } = await aLink(world, ada, second);
    await aLink(world, bob, file);
    await storedLinks(450);
    await remove();
    for (const by of [ada, bob]) {
      const { items, meta } = await listOfRoom(by);
      expect(items.map((one) => one.link.id)).toEqual([link.id]);
      expect(meta.total).toBe(1);
    }
    expect(await kept()).toEqual([]);
  });

  test('from deleting it among others', async () => {
    await aLink(world, bob, file);
    await ada.ask(world.app.files.deleteIn, { roomId: room.id, fileId: file.id });
    expect((await listOfRoom(ada)).meta.total).toBe(0);
  });
});

describe('a link that is downloaded all the time', () => {
  test.each([
    [
      'does not stop the deletion of its file',
      (by: Person, app: World['app']) => by.ask(app.files.delete, { fileId: file.id }),
      0,
    ],
    [
      'does not stop a new label of its file',
      (by: Person, app: World['app']) => by.ask(app.files.edit, { fileId: file.id, classification: 'C2' }),
      1,
    ],
  ])('%s', async (_, act, left) => {
    const { secret } = await aLink(world, ada, file);
    let stopped = 0;
    const around: Around = async (call, proceed) => {
      if (commits(call) && touches(call, 'files') && touches(call, 'share-links')) {
        stopped++;
        await redeem(world, secret);
      }
      return proceed();
    };
    const busy = await another(world, intercepted(world.ports, around));
    await act(ada.at(busy.app), busy.app);
    expect(stopped).toBeGreaterThan(0);
    expect((await kept()).map(({ label }) => label)).toEqual(Array.from({ length: left }, () => 'C2'));
  });
});

const touches = ({ args }: PortCall, collection: string): boolean =>
  (args[0] as readonly Readonly<{ collection: string }>[]).some((change) => change.collection === collection);
