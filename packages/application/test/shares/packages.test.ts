import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AvailableFile, FileId, LiveRoom, SealedKey, ShareLinkId } from '@strongroom/domain';
import type { PackageFile, RedeemedPackage } from '../../src/index.ts';
import { countReleased } from '../../src/steps/packages/count-released.ts';
import { shareLinks } from '../../src/store/share-links.ts';
import { aKey } from '../kernel/idempotency-key.ts';
import { recordedBy } from '../world/events.ts';
import { aFile, aPerson, aRoom, CIPHERTEXT, get, joins, replaced } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { stored } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
let room: LiveRoom;
let files: readonly AvailableFile[];
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'owner');
});
beforeEach(async () => {
  bob = await aPerson(world);
  room = await aRoom(world, ada);
  await joins(world, bob, room, 'contributor', ada);
  files = await Promise.all([1, 2, 3].map(() => aFile(world, ada, room)));
});

const KEY = 'A'.repeat(80) as SealedKey;
const create = (by: Person, more: object = {}) =>
  by.ask(world.app.shares.createPackage, {
    roomId: room.id,
    contents: { items: files.map(({ id }) => ({ fileId: id })) },
    expiresIn: 3600,
    maxDownloads: null,
    ...more,
  });

type Part = Omit<Parameters<World['app']['shares']['redeem']>[1], 'secret'>;
async function take(secret: string, part: Part = {}, idempotency?: ReturnType<typeof aKey>): Promise<RedeemedPackage> {
  const visitor = { request: aRequest(), ...(idempotency && { idempotency }) };
  const taken = await world.app.shares.redeem(visitor, { secret, ...part });
  if (!('files' in taken)) throw new TypeError('the link leads to one file');
  return taken;
}
const peek = (secret: string, cursor?: string) => world.app.shares.peek({ request: aRequest() }, { secret, cursor });
const hasKey = (one: PackageFile) => 'key' in one && one.key !== undefined;
const indexes = (taken: RedeemedPackage) => taken.files.map(({ index }) => index);
const remove = (file: AvailableFile | undefined) => ada.ask(world.app.files.delete, { fileId: file?.id ?? '' });

describe('a package', () => {
  test('gives all its files and their keys for one download', async () => {
    const { link, secret } = await create(bob, { maxDownloads: 2 });
    const events = await recordedBy(world, async () => {
      const taken = await take(secret);
      expect(taken).toMatchObject({ total: 3, nextCursor: null });
      expect(taken.files.map(({ file }) => file.id)).toEqual(files.map(({ id }) => id));
      for (const one of taken.files) {
        expect(hasKey(one)).toBe(true);
        expect(one.address && (await get(world, one.address.url))).toBe(CIPHERTEXT);
      }
    });
    expect(await stored(world, shareLinks, link.id)).toMatchObject({ downloads: 1 });
    expect(events.map(({ type, data }) => [type, data['file_id'], data['download']])).toEqual(
      files.map(({ id }) => ['share.redeemed', id, 1]),
    );
  });

  test('has a limit for the files that one network is answered in a minute: each writes an event', async () => {
    const { link, secret } = await create(bob);
    const from = (ip: string) => codeOf(world.app.shares.redeem({ request: { ...aRequest(), ip } }, { secret }));
    await countReleased({ ...world.ports, clock: world.clock })(link.id, '2001:db8::1', 2500);
    const answers = [];
    for (let at = 1; at <= 9; at++) answers.push(await from(`2001:db8::${at}`));
    expect(answers).toEqual([...Array.from({ length: 8 }, () => 'done'), 'RATE_LIMIT_EXCEEDED']);
    expect(await from('2001:db8:1::1')).toBe('done');
    world.clock.advance(60_000);
    expect(await from('2001:db8::1')).toBe('done');
  });

  test('is shown to its holder with number, names and sizes, and uses nothing up', async () => {
    const { link, secret } = await create(bob, { maxDownloads: 1 });
    expect(await peek(secret)).toMatchObject({
      fileCount: 3,
      size: files.reduce((sum, { size }) => sum + size, 0),
      remaining: 1,
      files: files.map((file, index) => ({ index, file: { name: file.name } })),
    });
    expect(await stored(world, shareLinks, link.id)).toMatchObject({ downloads: 0 });
  });

  test('releases each key once, and an address up to 100 times', async () => {
    const { secret } = await create(bob, { maxDownloads: 1 });
    const { redemption } = await take(secret);
    const events = await recordedBy(world, async () => {
      const again = await take(secret, { redemption, items: [1] });
      expect(indexes(again)).toEqual([1]);
      expect(again.files.some(hasKey)).toBe(false);
    });
    expect(events.map(({ type }) => type)).toEqual(['share.resumed']);
    for (let answers = 2; answers < 100; answers++) await take(secret, { redemption, items: [1] });
    expect((await take(secret, { redemption, items: [1] })).files).toMatchObject([{ index: 1, address: undefined }]);
    expect((await take(secret, { redemption, items: [2] })).files[0]?.address).toBeDefined();
  });

  test('is read page by page, each as often as needed, for the use of one download', async () => {
    const many: AvailableFile[] = [];
    while (many.length < 103) many.push(await aFile(world, ada, room));
    const items = many.map(({ id }) => ({ fileId: id }));
    const { link, secret } = await create(bob, { contents: { items }, maxDownloads: 1 });
    const first = await take(secret);
    const { redemption } = first;
    expect(first.files).toHaveLength(100);
    const rest = await take(secret, { redemption, cursor: first.nextCursor ?? '' });
    expect(indexes(rest)).toEqual([100, 101, 102]);
    expect(rest.files.every(hasKey)).toBe(true);
    expect(rest.nextCursor).toBeNull();
    const again = await take(secret, { redemption, cursor: first.nextCursor ?? '' });
    expect(indexes(again)).toEqual([100, 101, 102]);
    expect(again.files.some(hasKey)).toBe(false);
    expect(await stored(world, shareLinks, link.id)).toMatchObject({ downloads: 1 });
    const peeked = await peek(secret.slice()).catch(({ code }: { code: string }) => code);
    expect(peeked).toBe('SHARE_EXHAUSTED');
  });

  test('does not know the redemption of another link, an unknown or an ended one', async () => {
    const [one, other] = [await create(bob), await create(bob)];
    const { redemption } = await take(one.secret);
    const page = (secret: string, of: string) => codeOf(take(secret, { redemption: of, items: [0] }));
    expect(await page(other.secret, redemption)).toBe('INVALID_CURSOR');
    expect(await page(one.secret, 'x')).toBe('INVALID_CURSOR');
    expect(await codeOf(take(one.secret, { redemption, cursor: 'x' }))).toBe('INVALID_CURSOR');
    world.clock.advance(86_400_000);
    const { secret } = await create(bob, { expiresIn: 200_000 });
    const begun = await take(secret);
    world.clock.advance(86_400_000 - 1);
    expect(await page(secret, begun.redemption)).toBe('done');
    world.clock.advance(1);
    expect(await page(secret, begun.redemption)).toBe('INVALID_CURSOR');
  });

  test('answers the first request again with its keys, and counts it once', async () => {
    const { link, secret } = await create(bob, { maxDownloads: 1 });
    const key = aKey();
    const first = await take(secret, {}, key);
    await remove(files[1]);
    const again = await take(secret, {}, key);
    expect(again.redemption).toBe(first.redemption);
    expect(indexes(again)).toEqual([0, 2]);
    expect(again.files.every(hasKey)).toBe(true);
    expect(await codeOf(take(secret))).toBe('SHARE_EXHAUSTED');
    expect(await stored(world, shareLinks, link.id)).toMatchObject({ downloads: 1 });
  });

  test('can be finished after its last download and its end, and not after it is revoked', async () => {
    const { link, secret } = await create(bob, { maxDownloads: 1, expiresIn: 10 });
    const { redemption } = await take(secret);
    world.clock.advance(20_000);
    expect(await codeOf(take(secret))).toBe('SHARE_EXPIRED');
    expect(await codeOf(take(secret, { redemption, items: [0] }))).toBe('done');
    await ada.ask(world.app.shares.revoke, { shareId: link.id });
    expect(await codeOf(take(secret, { redemption, items: [0] }))).toBe('SHARE_REVOKED');
    expect(await codeOf(peek(secret))).toBe('SHARE_REVOKED');
  });
});

describe('the files of a package', () => {
  test('are left out once deleted, and keep their indexes', async () => {
    const { secret } = await create(bob);
    await remove(files[0]);
    expect(await peek(secret)).toMatchObject({ fileCount: 2, files: [{ index: 1 }, { index: 2 }] });
    expect(indexes(await take(secret))).toEqual([1, 2]);
    for (const file of files.slice(1)) await remove(file);
    expect(await codeOf(take(secret))).toBe('SHARE_NOT_FOUND');
  });

  test('are left out while their maker may not share them, and none is SHARE_REVOKED', async () => {
    const { link, secret } = await create(bob);
    const relabel = (file: AvailableFile | undefined, classification: string) =>
      ada.ask(world.app.files.edit, { fileId: file?.id ?? '', classification });
    await relabel(files[1], 'C4');
    expect(indexes(await take(secret))).toEqual([0, 2]);
    for (const file of files) await relabel(file, 'C4');
    expect(await codeOf(take(secret))).toBe('SHARE_REVOKED');
    expect(await ada.ask(world.app.shares.get, { shareId: link.id })).toMatchObject({
      status: 'revoked',
      fileCount: 3,
    });
    expect(await bob.ask(world.app.shares.get, { shareId: link.id })).toMatchObject({
      status: 'revoked',
      fileCount: 0,
    });
    await relabel(files[2], 'C1');
    expect(indexes(await take(secret))).toEqual([2]);
    expect(await stored(world, shareLinks, link.id)).toMatchObject({ downloads: 2 });
  });

  test('follow the current version unless they are pinned to the one of when it was made', async () => {
    const [file] = files;
    const pinned = (version: number) => create(bob, { contents: { items: [{ fileId: file?.id, version, key: KEY }] } });
    const [plain, fixed] = [await create(bob), await pinned(1)];
    await replaced(world, bob, file ?? { id: '' as never, roomId: room.id }, { text: 'second' });
    const text = async (secret: string) => {
      const [one] = (await take(secret)).files;
      return one?.address && get(world, one.address.url);
    };
    expect(await text(plain.secret)).toBe('second');
    expect(await text(fixed.secret)).toBe(CIPHERTEXT);
    expect((await take(fixed.secret)).files).toMatchObject([{ key: { sealed: KEY } }]);
    expect(await codeOf(pinned(1))).toBe('VERSION_CHANGED');
    expect(await codeOf(pinned(2))).toBe('done');
  });

  test('are finished with the version that a download began with', async () => {
    const { secret } = await create(bob);
    const { redemption } = await take(secret);
    await replaced(world, bob, files[0] ?? { id: '' as never, roomId: room.id }, { text: 'second' });
    const [one] = (await take(secret, { redemption, items: [0] })).files;
    expect(one?.address && (await get(world, one.address.url))).toBe(CIPHERTEXT);
  });

  const foldersOf = async (secret: string) => {
    const peeked = await peek(secret);
    const shown = ({ item }: Readonly<{ item: Readonly<{ folder?: string }> }>) => item.folder;
    const [looked, taken] = [('files' in peeked && peeked.files) || [], (await take(secret)).files];
    expect(taken.map(shown)).toEqual(looked.map(shown));
    return looked.map(shown);
  };

  test('are in the folders that their maker names, and in no others', async () => {
    const named = files.map(({ id }, index) => ({ fileId: id, ...(index > 0 && { folder: `Tax/${index}` }) }));
    const { secret } = await create(bob, { contents: { items: named } });
    for (const { id } of files) await bob.ask(world.app.files.edit, { fileId: id, folder: 'Board/Not for them' });
    expect(await foldersOf(secret)).toEqual([undefined, 'Tax/1', 'Tax/2']);
    expect(await foldersOf((await create(bob)).secret)).toEqual([undefined, undefined, undefined]);
  });

  test('are in the folders inside the one that is shared, as they were called then', async () => {
    for (const [index, { id }] of files.entries())
      await bob.ask(world.app.files.edit, { fileId: id, folder: ['Deal', 'Deal/Tax', 'Deal/Tax/2026'][index] });
    const { items } = await bob.ask(world.app.folders.list, { roomId: room.id });
    const deal = items.find(({ path }) => path === 'Deal');
    const { secret } = await create(bob, { contents: { folderId: deal?.id ?? '' } });
    await bob.ask(world.app.files.edit, { fileId: files[1]?.id ?? '', folder: 'Board/Not for them' });
    expect(await foldersOf(secret)).toEqual([undefined, 'Tax', 'Tax/2026']);
  });

  test('include what lies in a folder and below it, where its maker may share it', async () => {
    const folders = (await bob.ask(world.app.folders.list, { roomId: room.id })).items;
    const folderId = folders[0]?.id ?? '';
    await ada.ask(world.app.files.edit, { fileId: files[0]?.id ?? '', classification: 'C4' });
    const { secret, fileCount } = await create(bob, { contents: { folderId } });
    expect(fileCount).toBe(2);
    await aFile(world, ada, room);
    expect((await take(secret)).total).toBe(2);
    expect(await codeOf(create(bob, { contents: { folderId: 'x' } }))).toBe('FOLDER_NOT_FOUND');
  });
});

describe('making a package', () => {
  test('takes all or nothing', async () => {
    const other = await aFile(world, ada, await aRoom(world, ada));
    const [first] = files;
    const withFile = (fileId: string) =>
      codeOf(create(bob, { contents: { items: [{ fileId: first?.id }, { fileId }] } }));
    expect(await withFile(other.id)).toBe('FILE_NOT_FOUND');
    expect(await withFile('x')).toBe('FILE_NOT_FOUND');
    const viewer = await aPerson(world);
    await joins(world, viewer, room, 'viewer', ada);
    expect(await codeOf(create(viewer))).toBe('INSUFFICIENT_ROOM_ROLE');
    expect(await codeOf(create(await aPerson(world)))).toBe('ROOM_NOT_FOUND');
  });

  test('is limited to 50 of one person', async () => {
    for (let made = 0; made < 50; made++) await create(bob);
    expect(await codeOf(create(bob))).toBe('LIMIT_REACHED');
    expect(await codeOf(create(ada))).toBe('done');
  });
});

describe('the files of a link', () => {
  const shownTo = async (by: Person, shareId: ShareLinkId, page: object = {}) =>
    (await by.ask(world.app.shares.listFiles, { shareId, ...page })).items;
  const indexesFor = async (by: Person, shareId: ShareLinkId) => (await shownTo(by, shareId)).map(({ index }) => index);
  const relabel = (file: AvailableFile | undefined, classification: string) =>
    ada.ask(world.app.files.edit, { fileId: file?.id ?? '', classification });
  const seenBy = (by: Person, shareId: ShareLinkId) => by.ask(world.app.shares.get, { shareId });

  test('are those of a package, with the folders that its holders see', async () => {
    const named = files.map(({ id }, index) => ({ fileId: id, ...(index > 0 && { folder: `Tax/${index}` }) }));
    const { link, fileName, fileTotal } = await create(bob, { contents: { items: named } });
    expect({ fileName, fileTotal }).toEqual({ fileName: files[0]?.name, fileTotal: 3 });
    expect(await shownTo(bob, link.id)).toMatchObject(
      files.map(({ id, name }, index) => ({
        index,
        file: { id, name },
        folder: index === 0 ? '' : `Tax/${index}`,
        isGiven: true,
      })),
    );
    expect(await shownTo(ada, link.id)).toEqual(await shownTo(bob, link.id));
    expect(await seenBy(ada, link.id)).toMatchObject({ fileCount: 3, fileTotal: 3, fileName: files[0]?.name });
  });

  test('are named by the deepest folder that holds those that the reader sees', async () => {
    const { link, folder } = await create(bob);
    const place = async (...paths: readonly string[]): Promise<void> => {
      for (const [index, path] of paths.entries())
        await ada.ask(world.app.files.edit, { fileId: files[index]?.id ?? '', folder: path });
    };
    await place('Deals/Reports', 'Deals/Reports/2026', 'Deals/Report');
    expect([folder, (await seenBy(ada, link.id)).folder]).toEqual([files[0]?.folder, 'Deals']);
    await relabel(files[2], 'C4');
    const [forAda, forBob] = [await seenBy(ada, link.id), await seenBy(bob, link.id)];
    expect([forAda.folder, forBob.folder]).toEqual(['Deals', 'Deals/Reports']);
    const inRoom = await bob.ask(world.app.shares.listOfRoom, { roomId: room.id, kind: 'all' });
    expect(inRoom.items.find((one) => one.link.id === link.id)).toMatchObject({ folder: 'Deals/Reports' });
  });

  test('are not found by a stranger, a viewer or another contributor, and are none for a maker who was removed', async () => {
    const { link } = await create(bob);
    const [stranger, viewer, other] = [await aPerson(world), await aPerson(world), await aPerson(world)];
    await joins(world, viewer, room, 'viewer', ada);
    await joins(world, other, room, 'contributor', ada);
    for (const one of [stranger, viewer, other]) expect(await codeOf(shownTo(one, link.id))).toBe('SHARE_NOT_FOUND');
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    // They still know the link that they made, and nothing in the room.
    expect(await shownTo(bob, link.id)).toEqual([]);
    expect(await seenBy(bob, link.id)).toMatchObject({ status: 'revoked', fileCount: 0, fileTotal: 3 });
  });

  test('are without those that the reader does not see, like those that are deleted', async () => {
    const { link } = await create(bob);
    await relabel(files[0], 'C4');
    expect(await indexesFor(bob, link.id)).toEqual([1, 2]);
    expect(await seenBy(bob, link.id)).toMatchObject({ fileCount: 2, fileTotal: 3, fileName: files[1]?.name });
    await relabel(files[0], 'C2');
    await remove(files[0]);
    expect(await indexesFor(bob, link.id)).toEqual([1, 2]);
    expect(await seenBy(bob, link.id)).toMatchObject({ fileCount: 2, fileTotal: 3, fileName: files[1]?.name });
    for (const file of files.slice(1)) await remove(file);
    expect(await shownTo(bob, link.id)).toEqual([]);
    expect(await seenBy(bob, link.id)).not.toHaveProperty('fileName');
  });

  test('are named as they are now in the answer to a repeated request', async () => {
    const { items } = await bob.ask(world.app.folders.list, { roomId: room.id });
    const keyed = bob.keyed(aKey());
    const repeat = () => create(keyed, { contents: { folderId: items[0]?.id ?? '' } });
    const { link, fileName } = await repeat();
    await relabel(
      files.find(({ name }) => name === fileName),
      'C4',
    );
    const { secret, may, ...again } = await repeat();
    expect([secret, may]).toEqual(['', ['share.edit', 'share.revoke', 'share.see']]);
    expect({ ...again, may }).toEqual(await seenBy(bob, link.id));
    expect(again).toMatchObject({ fileCount: 2, fileTotal: 3 });
    for (const file of files) await remove(file);
    expect(await repeat()).not.toHaveProperty('fileName');
  });

  test('are marked for an owner where holders do not get them, because their maker may not share them now', async () => {
    const { link } = await create(bob);
    await relabel(files[1], 'C4');
    expect((await shownTo(ada, link.id)).map(({ isGiven }) => isGiven)).toEqual([true, false, true]);
    await ada.ask(world.app.shares.revoke, { shareId: link.id });
    expect((await shownTo(ada, link.id)).map(({ isGiven }) => isGiven)).toEqual([true, false, true]);
  });

  test('have no number for an owner who is cleared for some of them only', async () => {
    const [officer, owner] = [await aPerson(world, 'security_officer'), await aPerson(world)];
    await joins(world, owner, room, 'owner', ada);
    await relabel(files[0], 'C4');
    const { link } = await create(ada);
    expect(await indexesFor(owner, link.id)).toEqual([1, 2]);
    const seen = await seenBy(owner, link.id);
    expect(seen).toMatchObject({ fileCount: 2, fileName: files[1]?.name });
    expect(seen).not.toHaveProperty('fileTotal');
    expect(await codeOf(shownTo(officer, link.id))).toBe('SHARE_NOT_FOUND');
  });

  test('do not have one again that was deleted and restored, unless they are new', async () => {
    await ada.ask(world.app.rooms.edit, { roomId: room.id, binDays: 7 as never });
    const before = await create(ada);
    const begun = await take(before.secret);
    const [file] = files;
    await remove(file);
    await ada.ask(world.app.bin.restore, { fileId: file?.id as FileId });
    const listed = async () => {
      const { items } = await ada.ask(world.app.shares.list, { fileId: file?.id as FileId, kind: 'all' });
      return items.map(({ link }) => link.id);
    };
    expect(indexes(await take(before.secret))).toEqual([1, 2]);
    expect(indexes(await take(before.secret, { redemption: begun.redemption }))).toEqual([1, 2]);
    expect(await peek(before.secret)).toMatchObject({ fileCount: 2 });
    expect(await indexesFor(ada, before.link.id)).toEqual([1, 2]);
    expect(await seenBy(ada, before.link.id)).toMatchObject({ fileCount: 2, fileTotal: 3 });
    expect(await listed()).toEqual([]);
    const after = await create(ada);
    const [single, folder] = await Promise.all([
      ada.ask(world.app.shares.create, { fileId: file?.id as FileId, expiresIn: 3600, maxDownloads: null }),
      create(ada),
    ]);
    expect(indexes(await take(after.secret))).toEqual([0, 1, 2]);
    expect(indexes(await take(folder.secret))).toEqual([0, 1, 2]);
    expect(await peek(single.secret)).toMatchObject({ file: { id: file?.id } });
    expect(await listed()).toEqual(expect.arrayContaining([after.link.id, folder.link.id, single.link.id]));
  });

  test('are gone with one that was deleted and restored', async () => {
    await ada.ask(world.app.rooms.edit, { roomId: room.id, binDays: 7 as never });
    const [file] = files;
    const { secret } = await create(ada, { contents: { items: [{ fileId: file?.id }] } });
    await remove(file);
    await ada.ask(world.app.bin.restore, { fileId: file?.id as FileId });
    expect(await codeOf(take(secret))).toBe('SHARE_NOT_FOUND');
  });

  test('are shown in the version that they are pinned to, where the reader sees it', async () => {
    const [file] = files;
    const items = [{ fileId: file?.id, version: 1, key: KEY }];
    const { link } = await create(bob, { contents: { items } });
    const single = await bob.ask(world.app.shares.create, {
      fileId: file?.id ?? '',
      version: 1,
      expiresIn: 3600,
      maxDownloads: null,
    });
    await replaced(world, bob, file ?? { id: '' as never, roomId: room.id }, { text: 'second one' });
    for (const shareId of [link.id, single.link.id]) {
      expect(await shownTo(bob, shareId)).toMatchObject([{ file: { size: file?.size }, index: 0, folder: '' }]);
      expect(await indexesFor(bob, shareId)).toEqual([0]);
      expect(await seenBy(bob, shareId)).toMatchObject({ fileCount: 1, fileName: file?.name });
    }
    await joins(world, bob, room, 'viewer', ada);
    // A viewer knows the current version only.
    for (const shareId of [link.id, single.link.id]) {
      expect(await shownTo(bob, shareId)).toEqual([]);
      expect(await seenBy(bob, shareId)).toMatchObject({ fileCount: 0, fileTotal: 1 });
    }
  });

  test('come in pages, by number and by cursor, for one reader', async () => {
    const { link } = await create(bob);
    const ask = (by: Person, page: object) => by.ask(world.app.shares.listFiles, { shareId: link.id, ...page });
    const first = await ask(bob, { perPage: 2 });
    expect(first.meta).toMatchObject({ total: 3, perPage: 2, page: 1 });
    const cursor = first.meta.nextCursor ?? '';
    expect((await ask(bob, { perPage: 2, cursor })).items.map(({ index }) => index)).toEqual([2]);
    expect((await ask(bob, { perPage: 2, page: 2 })).items.map(({ index }) => index)).toEqual([2]);
    expect(await codeOf(ask(ada, { cursor }))).toBe('INVALID_CURSOR');
  });
});

describe('packages in lists', () => {
  test('are there if asked for: their own for contributors, all for owners', async () => {
    const { link } = await create(bob);
    const others = await create(ada);
    const list = async (by: Person, kind?: 'package' | 'all') =>
      (await by.ask(world.app.shares.listOfRoom, { roomId: room.id, kind, may: true })).items;
    expect(await list(ada)).toEqual([]);
    expect((await list(bob, 'package')).map((one) => one.link.id)).toEqual([link.id]);
    expect((await list(ada, 'all')).map((one) => one.link.id).toSorted()).toEqual([link.id, others.link.id].toSorted());
    expect((await list(bob, 'package'))[0]?.may).toEqual(['share.edit', 'share.revoke', 'share.see']);
    expect(await codeOf(bob.ask(world.app.shares.get, { shareId: others.link.id }))).toBe('SHARE_NOT_FOUND');
    expect(await codeOf(bob.ask(world.app.shares.revoke, { shareId: others.link.id }))).toBe('SHARE_NOT_FOUND');
  });

  test('are changed like links: one that is used up works again', async () => {
    const { link, secret } = await create(bob, { maxDownloads: 1 });
    await take(secret);
    const edit = (change: object) => bob.ask(world.app.shares.edit, { shareId: link.id, change });
    expect(await edit({ maxDownloads: 2, name: 'Offer' })).toMatchObject({
      status: 'active',
      link: { name: 'Offer', maxDownloads: 2 },
    });
    await take(secret);
    expect(await codeOf(take(secret))).toBe('SHARE_EXHAUSTED');
    expect(await codeOf(edit({ maxDownloads: 1 }))).toBe('SHARE_ALREADY_USED');
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    expect(await codeOf(take(secret))).toBe('SHARE_REVOKED');
  });

  test('go with the room', async () => {
    const { link, secret } = await create(bob);
    await ada.ask(world.app.rooms.delete, { roomId: room.id });
    expect(await codeOf(take(secret))).toBe('SHARE_NOT_FOUND');
    await world.app.worker.runDue();
    expect(await stored(world, shareLinks, link.id)).toBeUndefined();
  });
});
