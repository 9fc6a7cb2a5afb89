import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { LiveRoom, RoomId } from '@strongroom/domain';
import { anUpload, aRoom, CIPHERTEXT, confirm, put } from '../world/mothers.ts';
import { codeOf } from '../world/refusals.ts';
import { filesIn, membershipsIn, storedRoom } from '../world/stored.ts';
import { another, BOTH, openWorld, type World } from '../world/world.ts';

const MOST = 80;

/** Counts the contents of a room by reading them one by one. */
async function contents(world: World, room: LiveRoom) {
  const files = (await filesIn(world, room.id)).filter((file) => file.status === 'available');
  const members = await membershipsIn(world, room.id);
  return { files: files.map((file) => file.id).sort(), members: members.map((member) => member.userId).sort() };
}

/**
 * Two processes add members and confirm files, four at a time, until they are refused; meanwhile a third one closes the
 * room. Returns the content of the room at that answer, and after all answers.
 */
async function race(kind: (typeof BOTH)[number], how: 'archive' | 'delete') {
  const world = await openWorld({ kind });
  const [adds, confirms] = [await another(world), await another(world)];
  const room = await aRoom(world, world.owner);
  const uploads = await Promise.all(Array.from({ length: MOST }, () => anUpload(world, world.owner, room)));
  for (const { url } of uploads) await put(world, url, CIPHERTEXT);
  const people = await Promise.all(
    uploads.map((_, index) =>
      world.owner.ask(world.app.users.invite, { email: `racer-${index}-sesame@rooms.example`, role: 'member' }),
    ),
  );
  const codes: string[] = [];
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const untilRefused = async (work: readonly (() => Promise<unknown>)[]) => {
    for (let at = 0; at < work.length; at += 4) {
      const answers = await Promise.all(work.slice(at, at + 4).map((each) => codeOf(each())));
      codes.push(...answers);
      begin();
      // Closing a room takes more reads than changing it: without a pause, closing would always come last.
      for (let turns = 0; turns < 4; turns++) await turn();
      if (answers.some((code) => code !== 'done')) return;
    }
  };
  const racing = [
    untilRefused(
      people.map(
        ({ user }) =>
          () =>
            world.owner.ask(adds.app.rooms.addMember, { roomId: room.id, userId: user.id, role: 'viewer' }),
      ),
    ),
    untilRefused(uploads.map((upload) => () => confirm({ ...world, app: confirms.app }, world.owner, upload))),
  ];
  await begun;
  await world.owner.ask<{ roomId: RoomId }, unknown>(world.app.rooms[how], { roomId: room.id });
  const atTheAnswer = await contents(world, room);
  await Promise.all(racing);
  return { world, room, atTheAnswer, atTheEnd: await contents(world, room), codes };
}

describe.each(BOTH)('with documents in %s', (kind) => {
  test('nothing appears in a room after the answer that it is archived, and its counts are those found', async () => {
    const { world, room, atTheAnswer, atTheEnd, codes } = await race(kind, 'archive');
    expect(atTheEnd).toEqual(atTheAnswer);
    const files = atTheEnd.files.length;
    expect(await storedRoom(world, room.id)).toMatchObject({
      status: 'archived',
      memberCount: atTheEnd.members.length,
      // A room that never had a file counts none under any label.
      files: files === 0 ? {} : { C2: files },
    });
    expect(new Set(codes)).toEqual(new Set(['done', 'ROOM_ARCHIVED']));
    expect(codes.filter((code) => code === 'done')).toHaveLength(atTheEnd.members.length - 1 + atTheEnd.files.length);
  });

  test('nothing and no member appears in a room after its deletion was answered', async () => {
    const { world, room, atTheAnswer, atTheEnd, codes } = await race(kind, 'delete');
    expect(atTheEnd).toEqual(atTheAnswer);
    expect(atTheEnd.members).toEqual([]);
    expect(await storedRoom(world, room.id)).toMatchObject({ status: 'deleted' });
    expect([...new Set(codes)].sort((a, b) => a.localeCompare(b))).toEqual(['done', 'ROOM_NOT_FOUND']);
  });

  test('counts stay exact while members come and go and files come and go', async () => {
    const world = await openWorld({ kind });
    const processes = [world, await another(world), await another(world)];
    const room = await aRoom(world, world.owner);
    const people = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        world.owner.ask(world.app.users.invite, { email: `comer-${index}-sesame@rooms.example`, role: 'member' }),
      ),
    );
    const work: Promise<string>[] = [];
    for (let index = 0; index < 60; index++) {
      const { app } = processes[index % 3] ?? world;
      const userId = people[index % people.length]?.user.id ?? '';
      const at = { roomId: room.id, userId };
      work.push(
        codeOf(
          index % 4 < 2
            ? world.owner.ask(app.rooms.addMember, { ...at, role: index % 2 === 0 ? 'owner' : 'viewer' })
            : world.owner.ask(app.rooms.removeMember, at),
        ),
      );
      const upload = await anUpload(world, world.owner, room);
      await put(world, upload.url, CIPHERTEXT);
      work.push(codeOf(confirm({ ...world, app }, world.owner, upload)));
      if (index % 3 === 0) work.push(codeOf(world.owner.ask(app.files.delete, { fileId: upload.file.id })));
    }
    const codes = new Set(await Promise.all(work));
    expect(
      [...codes].filter((code) => !['done', 'MEMBER_NOT_FOUND', 'FILE_NOT_FOUND', 'UPLOAD_NOT_FOUND'].includes(code)),
    ).toEqual([]);
    const { files } = await contents(world, room);
    const memberships = await membershipsIn(world, room.id);
    const stored = (await storedRoom(world, room.id)) as LiveRoom;
    expect([stored.memberCount, stored.files]).toEqual([memberships.length, { C2: files.length }]);
    expect([...stored.owners].sort()).toEqual(
      memberships
        .filter((each) => each.role === 'owner')
        .map((each) => each.userId)
        .sort(),
    );
  });
});
