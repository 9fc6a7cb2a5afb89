import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type AvailableFile, type Instant, instant, type LiveRoom } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { aFile, aLink, aPerson, aRoom, joins, peek, redeem } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal, tally } from '../world/refusals.ts';
import { storedFile, storedRoom } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

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

type Change = Readonly<{ name?: string; folder?: string; classification?: string; modifiedAt?: Instant }>;
const edit = (by: Person, change: Change) => by.ask(world.app.files.edit, { fileId: file.id, ...change });
const linksSeenBy = async (by: Person) =>
  (await by.ask(world.app.shares.listOfRoom, { roomId: room.id })).items.map(({ link, status }) => [link.id, status]);

describe('a change of a file', () => {
  test('makes one event for each of name, folder, date and label, without the name', async () => {
    const modifiedAt = instant(1_700_000_000_000);
    const change = { name: 'b.pdf', folder: 'x/y', modifiedAt, classification: 'C2' };
    const recorded = await recordedBy(world, () => edit(bob, change));
    const target = { type: 'file', id: file.id, roomId: room.id };
    expect(recorded).toMatchObject([
      { type: 'file.renamed', actor: { id: bob.id }, target: { ...target, label: 'C1' }, data: {} },
      { type: 'file.moved', target: { ...target, label: 'C1' }, data: { widened: false } },
      {
        type: 'file.redated',
        target: { ...target, label: 'C1' },
        data: { from: null, to: '2023-11-14T22:13:20Z' },
      },
      { type: 'file.relabelled', target: { ...target, label: 'C2' }, data: { from: 'C1', to: 'C2', links: 0 } },
    ]);
    expect(await storedFile(world, file.id)).toEqual({
      ...file,
      name: 'b.pdf',
      folder: 'x/y',
      modifiedAt,
      label: 'C2',
      effectiveLabel: 'C2',
    });
  });

  test('to present values writes and records nothing', async () => {
    const recorded = await recordedBy(world, async () => {
      expect(await edit(bob, {})).toMatchObject(file);
      expect(await edit(bob, { name: file.name, folder: file.folder, classification: file.label })).toMatchObject(file);
    });
    expect(recorded).toEqual([]);
  });

  test('is refused to viewers, in archived rooms and to users who do not see the file', async () => {
    const vic = await joins(world, await aPerson(world), room, 'viewer', ada);
    expect(await codeOf(edit(vic, { name: 'b' }))).toBe('INSUFFICIENT_ROOM_ROLE');
    expect(await codeOf(edit(await aPerson(world), { name: 'b' }))).toBe('FILE_NOT_FOUND');
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await codeOf(edit(ada, { name: 'b' }))).toBe('ROOM_ARCHIVED');
  });
});

describe('a new label', () => {
  test('moves the file between the counts of its room', async () => {
    await edit(ada, { classification: 'C3' });
    expect(await storedRoom(world, room.id)).toMatchObject({ files: { C1: 0, C3: 1 } });
  });

  test('hides the file, its links and its event from members below it', async () => {
    const link = await aLink(world, bob, file);
    const [event] = await recordedBy(world, () => edit(ada, { classification: 'C3' }));
    expect(event).toMatchObject({ target: { label: 'C3' }, data: { links: 1 } });
    expect(await codeOf(bob.ask(world.app.files.get, { fileId: file.id }))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(bob.ask(world.app.shares.get, { shareId: link.link.id }))).toBe('SHARE_NOT_FOUND');
    expect(await linksSeenBy(bob)).toEqual([]);
    expect(await linksSeenBy(ada)).toEqual([[link.link.id, 'revoked']]);
    expect((await bob.ask(world.app.files.list, { roomId: room.id })).meta.total).toBe(0);
  });

  test('suspends the links of a creator below it, and a lower label brings them back', async () => {
    const [byBob, byAda] = [await aLink(world, bob, file), await aLink(world, ada, file)];
    await edit(ada, { classification: 'C3' });
    expect(await codeOf(redeem(world, byBob.secret))).toBe('SHARE_REVOKED');
    expect(await codeOf(redeem(world, byAda.secret))).toBe('done');
    const [event] = await recordedBy(world, () => edit(ada, { classification: 'C2' }));
    // The event keeps the higher label: its readers must not learn of a file that was above them.
    expect(event).toMatchObject({ target: { label: 'C3' }, data: { from: 'C3', to: 'C2', links: 2 } });
    expect(await codeOf(peek(world, byBob.secret))).toBe('done');
  });

  test('is raised by contributors and lowered by owners of the room only', async () => {
    await edit(bob, { classification: 'C2' });
    expect(await refusal(world, () => edit(bob, { classification: 'C1' }))).toEqual([
      'INSUFFICIENT_ROOM_ROLE',
      'lowers-as-owner',
    ]);
    expect(await codeOf(edit(ada, { classification: 'C1' }))).toBe('done');
  });

  test('must exist, and not be above the clearance of the caller', async () => {
    expect(await codeOf(edit(ada, { classification: 'C4' }))).toBe('CLEARANCE_INSUFFICIENT');
    expect(await codeOf(edit(ada, { classification: 'C9' }))).toBe('INVALID_CLASSIFICATION');
  });

  test('reaches links that are made at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const to = round % 2 === 0 ? 'C3' : 'C1';
      const outcomes = await tally([
        ...Array.from({ length: 4 }, () => aLink(world, ada, file)),
        edit(ada, { classification: to }),
        aLink(world, ada, file),
      ]);
      expect(outcomes).toEqual({ done: 6 });
      const { items } = await ada.ask(world.app.shares.list, { fileId: file.id });
      expect(new Set(items.map(({ link }) => link.label))).toEqual(new Set([to]));
    }
  });
});
