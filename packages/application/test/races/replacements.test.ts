import { describe, expect, test } from '@jest/globals';
import { leftOfRoom, workUntilDone } from '../destruction/setting.ts';
import { eventsOfType } from '../world/events.ts';
import { aFile, aLink, aMember, aReplacement, aRoom, confirm, get, put, redeem, replaced } from '../world/mothers.ts';
import { codeOf, tally } from '../world/refusals.ts';
import { storedFile } from '../world/stored.ts';
import { another, BOTH, openWorld, type World } from '../world/world.ts';

const AT_ONCE = 12;

describe.each(BOTH)('replacements in several processes, with documents in %s', (kind) => {
  async function aSetting() {
    const world = await openWorld({ kind });
    const processes = [world, await another(world), await another(world)];
    const inProcess = (number: number): World => ({
      ...world,
      app: processes[number % processes.length]?.app ?? world.app,
    });
    const room = await aRoom(world, world.owner);
    await world.owner.ask(world.app.rooms.edit, { roomId: room.id, structure: 'owners' });
    const bob = await aMember(world, room, 'contributor', world.owner);
    const file = await aFile(world, world.owner, room, { text: 'text 0' });
    const uploads: Awaited<ReturnType<typeof aReplacement>>[] = [];
    for (let number = 1; number <= AT_ONCE; number += 1) {
      const text = `text ${number}`;
      const upload = await aReplacement(world, bob, file, { text });
      await put(world, upload.url, text);
      uploads.push(upload);
    }
    const confirmAll = () => uploads.map((upload, index) => confirm(inProcess(index), bob, upload, index + 1));
    return { world, inProcess, room, bob, file, confirmAll };
  }

  test('all arrive as versions, each once and readable, in the order of the events', async () => {
    const { world, file, confirmAll } = await aSetting();
    expect(await tally(confirmAll())).toEqual({ done: AT_ONCE });
    const stored = await storedFile(world, file.id);
    expect(stored).toMatchObject({ version: AT_ONCE + 1, lastVersion: AT_ONCE + 1 });
    const texts = new Set<string>();
    for (let version = 1; version <= AT_ONCE + 1; version += 1) {
      const { url } = await world.owner.ask(world.app.files.getDownload, { fileId: file.id, version });
      texts.add(await get(world, url));
    }
    expect(texts.size).toBe(AT_ONCE + 1);
    const events = await eventsOfType(world, 'file.replaced');
    expect(events.map(({ data }) => data.version).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: AT_ONCE }, (_, index) => index + 2),
    );
  });

  test('arrive before a deletion or not at all', async () => {
    const { world, inProcess, file, confirmAll } = await aSetting();
    const confirming = confirmAll().map(codeOf);
    const deleted = codeOf(world.owner.ask(inProcess(1).app.files.delete, { fileId: file.id }));
    const codes = new Set(await Promise.all(confirming));
    expect(await deleted).toBe('done');
    expect([...codes].filter((code) => code !== 'done' && code !== 'FILE_NOT_FOUND')).toEqual([]);
    const stored = await storedFile(world, file.id);
    expect(stored?.status).toBe('deleted');
    expect(JSON.stringify(stored)).not.toContain('wrappedDek');
  });

  test('arrive before an archival or not at all', async () => {
    const { world, inProcess, room, file, confirmAll } = await aSetting();
    const confirming = confirmAll().map(codeOf);
    const archived = codeOf(world.owner.ask(inProcess(1).app.rooms.archive, { roomId: room.id }));
    const codes = await Promise.all(confirming);
    expect(await archived).toBe('done');
    expect(codes.filter((code) => code !== 'done' && code !== 'ROOM_ARCHIVED')).toEqual([]);
    const done = codes.filter((code) => code === 'done').length;
    expect(await storedFile(world, file.id)).toMatchObject(done === 0 ? { id: file.id } : { version: done + 1 });
    expect(await eventsOfType(world, 'file.replaced')).toHaveLength(done);
  });

  test('give a link one of the contents, with the key and the tag of that one', async () => {
    const { world, inProcess, file, confirmAll } = await aSetting();
    const { secret } = await aLink(world, world.owner, file);
    const confirming = confirmAll();
    const redeemed = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => redeem(inProcess(index), secret)));
    await Promise.all(confirming);
    const stored = await storedFile(world, file.id);
    const contents = stored?.status === 'available' ? [stored, ...(stored.others ?? [])] : [];
    for (const { file: given, url } of redeemed) {
      const own = contents.find(({ wrappedDek }) => wrappedDek === given.wrappedDek);
      expect(own).toMatchObject({ iv: given.iv, tag: given.tag, size: given.size });
      expect((await get(world, url)).length).toBe(given.size);
    }
  });

  test('arrive before a restriction or not at all', async () => {
    const { world, inProcess, room, bob, file, confirmAll } = await aSetting();
    const [folder] = (await world.owner.ask(world.app.folders.list, { roomId: room.id })).items;
    const confirming = confirmAll().map(codeOf);
    const place = { roomId: room.id, folderId: folder?.id ?? 'none' };
    const restricting = codeOf(world.owner.ask(inProcess(1).app.folders.restrict, { ...place, groups: [] }));
    expect(await restricting).toBe('done');
    const atTheAnswer = await storedFile(world, file.id);
    const codes = await Promise.all(confirming);
    expect(codes.filter((code) => code !== 'done' && code !== 'FILE_NOT_FOUND')).toEqual([]);
    expect(await storedFile(world, file.id)).toEqual(atTheAnswer);
    const done = codes.filter((code) => code === 'done').length;
    expect(await eventsOfType(world, 'file.replaced')).toHaveLength(done);
    expect(await codeOf(bob.ask(world.app.files.getDownload, { fileId: file.id }))).toBe('FILE_NOT_FOUND');
    const { items } = await world.owner.ask(world.app.versions.list, { fileId: file.id });
    expect(items).toHaveLength(done + 1);
  });

  test('leave no key and no content of a room that is deleted meanwhile, and a complete receipt', async () => {
    const { world, inProcess, room, confirmAll } = await aSetting();
    const confirming = confirmAll().map(codeOf);
    await confirming[0];
    const receipt = await world.owner.ask(inProcess(1).app.rooms.delete, { roomId: room.id });
    const codes = new Set(await Promise.all(confirming));
    expect([...codes].filter((code) => code !== 'done' && code !== 'ROOM_NOT_FOUND')).toEqual([]);
    await workUntilDone(world);
    const deleted = { roomId: room.id, receiptId: receipt.id, kmsKeyId: room.kmsKeyId, lateUrl: '' };
    const left = await leftOfRoom(world, deleted);
    expect(left).toMatchObject({ files: 0, objects: 0, keyLives: false, jobs: 0, destroyedEvents: 1 });
    const keys = { keysDestroyed: AT_ONCE + 1, key: 'destroyed', keyAt: true };
    expect(left).toMatchObject({ rows: AT_ONCE + 1, receipt: { ...keys, isComplete: true } });
  });

  test('arrive before a deletion into the bin or not at all, and leave no key once that is emptied', async () => {
    const { world, inProcess, room, file, confirmAll } = await aSetting();
    await world.owner.ask(world.app.rooms.edit, { roomId: room.id, binDays: 30 });
    const confirming = confirmAll().map(codeOf);
    const { files, bin } = inProcess(1).app;
    expect(await codeOf(world.owner.ask(files.delete, { fileId: file.id }))).toBe('done');
    const atTheAnswer = await storedFile(world, file.id);
    const codes = await Promise.all(confirming);
    expect(codes.filter((code) => code !== 'done' && code !== 'FILE_NOT_FOUND')).toEqual([]);
    expect(await storedFile(world, file.id)).toEqual(atTheAnswer);
    const kept = atTheAnswer?.status === 'binned' ? [atTheAnswer, ...(atTheAnswer.others ?? [])] : [];
    expect(kept).toHaveLength(codes.filter((code) => code === 'done').length + 1);
    expect(new Set(kept.map(({ wrappedDek }) => wrappedDek)).size).toBe(kept.length);
    // The file comes back with all of them, or the bin is emptied first.
    const [restored, emptied] = await Promise.all([
      codeOf(world.owner.ask(inProcess(2).app.bin.restore, { fileId: file.id })),
      codeOf(world.owner.ask(bin.empty, { roomId: room.id })),
    ]);
    expect(emptied).toBe('done');
    const left = await storedFile(world, file.id);
    expect(['done available', 'FILE_NOT_FOUND deleted']).toContain(`${restored} ${left?.status}`);
    expect(left?.status === 'available' ? left.version : kept.length).toBe(kept.length);
    if (restored === 'done') await world.owner.ask(files.delete, { fileId: file.id });
    await world.owner.ask(bin.empty, { roomId: room.id });
    await workUntilDone(world);
    expect(JSON.stringify((await storedFile(world, file.id)) ?? null)).not.toContain('wrappedDek');
    expect((await world.ports.blobs.list('')).keys.filter((key) => key.includes(file.id))).toEqual([]);
  });

  test('lose no version, and leave no key of one that is deleted meanwhile', async () => {
    const { world, inProcess, file, confirmAll } = await aSetting();
    await replaced(world, world.owner, file, { text: 'text of the owner', number: 77 });
    const first = await storedFile(world, file.id);
    const key = first?.status === 'available' ? first.others?.[0]?.wrappedDek : undefined;
    expect(key).toBeDefined();
    const [version, { versions }] = [{ fileId: file.id, number: 1 }, inProcess(1).app];
    const confirming = tally(confirmAll());
    const [deleted, restored] = await Promise.all([
      codeOf(world.owner.ask(versions.delete, version)),
      codeOf(world.owner.ask(inProcess(2).app.versions.restore, version)),
    ]);
    expect(await confirming).toEqual({ done: AT_ONCE });
    expect(['done VERSION_NOT_FOUND', 'done done', 'VERSION_IS_CURRENT done']).toContain(`${deleted} ${restored}`);
    const { items } = await world.owner.ask(world.app.versions.list, { fileId: file.id });
    expect(items).toHaveLength(AT_ONCE + (deleted === 'done' ? 1 : 2));
    expect(JSON.stringify(await storedFile(world, file.id)).includes(`${key}`)).toBe(deleted !== 'done');
  });
});
