import { describe, expect, test } from '@jest/globals';
import { aMembership, aRoom, membershipId, NOW, receiptId, userId } from '../../test/examples.ts';
import { DEFAULT_LABELS, type Label, labelsUpTo } from '../values/labels.ts';
import type { RoomDescription, RoomName } from '../values/text.ts';
import { plus } from '../values/time.ts';
import type { Reach } from './reach.ts';
import {
  archiveRoom,
  assertWritable,
  changedOptions,
  countFile,
  deleteRoom,
  editRoom,
  fileCountFor,
  isThere,
  type LiveRoom,
  recountFile,
  unarchiveRoom,
} from './room.ts';

const refusal = (code: string) => expect.objectContaining({ code });
const archived = (with_: Partial<LiveRoom> = {}) => aRoom({ status: 'archived', archivedAt: NOW, ...with_ });

describe('a new room', () => {
  test('is active and empty, with its creator as owner and only member', () => {
    const room = aRoom();
    expect(room).toMatchObject({ status: 'active', archivedAt: null, owners: [userId(1)], memberCount: 1, files: {} });
    expect(aMembership()).toEqual({
      id: membershipId(1),
      roomId: room.id,
      userId: userId(1),
      role: 'owner',
      epoch: 1,
      addedBy: userId(1),
      createdAt: room.createdAt,
      roomLabel: room.label,
      roomCreatedAt: room.createdAt,
      roomUnitId: room.orgUnitId,
    });
  });

  test('carries nothing of the membership it was made with', () => {
    expect(Object.keys(aRoom())).not.toEqual(expect.arrayContaining(['membershipId']));
    expect(Object.keys(aRoom())).not.toEqual(expect.arrayContaining(['epoch']));
  });
});

describe('editing a room', () => {
  const name = 'Other' as RoomName;
  const description = '' as RoomDescription;

  test('changes the given fields and keeps the others', () => {
    const room = aRoom({ description: 'before' as RoomDescription });
    expect(editRoom(room, { name }, NOW)).toEqual({ ...room, name });
    expect(editRoom(room, { description }, NOW)).toEqual({ ...room, description });
  });

  test('switches each option by itself, on and off', () => {
    const room = aRoom();
    const silent = editRoom(room, { anonymousLinks: true }, NOW);
    expect(silent).toEqual({ ...room, anonymousLinks: true });
    const both = editRoom(silent, { memberVisibility: 'owners' }, NOW);
    expect(both).toEqual({ ...silent, memberVisibility: 'owners' });
    expect(editRoom(both, { name }, NOW)).toEqual({ ...both, name });
    expect(editRoom(both, { anonymousLinks: true, memberVisibility: 'owners' }, NOW)).toBe(both);
    expect(editRoom(both, { anonymousLinks: false, memberVisibility: 'everyone' }, NOW)).toEqual(room);
    expect(editRoom(room, { anonymousLinks: false, memberVisibility: 'everyone' }, NOW)).toBe(room);
    const numbered = editRoom(room, { numbering: 'fixed' }, NOW);
    expect(numbered).toEqual({ ...room, numbering: 'fixed' });
    expect(changedOptions(room, numbered)).toEqual(['numbering']);
    expect(editRoom(numbered, { numbering: 'fixed', name: room.name }, NOW)).toBe(numbered);
    expect(editRoom(numbered, { numbering: 'none' }, NOW)).toEqual(room);
  });

  test('to equal values changes nothing', () => {
    const room = aRoom({ description: 'before' as RoomDescription });
    expect(editRoom(room, {}, NOW)).toBe(room);
    expect(editRoom(room, { name: room.name, description: room.description }, NOW)).toBe(room);
  });

  test('is refused in an archived room', () => {
    expect(() => editRoom(archived(), { name }, NOW)).toThrow(refusal('ROOM_ARCHIVED'));
    expect(() => assertWritable(archived())).toThrow(refusal('ROOM_ARCHIVED'));
    expect(() => assertWritable(aRoom())).not.toThrow();
  });
});

describe('archiving a room', () => {
  test('makes it read-only and keeps everything in it', () => {
    const room = aRoom({ files: { C2: 3 } });
    expect(archiveRoom(room, NOW)).toEqual({ ...room, status: 'archived', archivedAt: NOW });
  });

  test('again changes nothing, not even the time', () => {
    const room = archived();
    expect(archiveRoom(room, plus(NOW, 1))).toBe(room);
  });

  test('is undone by unarchiving, which changes nothing in an active room', () => {
    const room = aRoom();
    expect(unarchiveRoom(archiveRoom(room, NOW))).toEqual(room);
    expect(unarchiveRoom(room)).toBe(room);
  });
});

test.each([aRoom({ files: { C2: 1 } }), archived()])(
  'deleting a room ($status) leaves neither name nor key, members or counts',
  (room) => {
    const deleted = deleteRoom(room, { at: plus(NOW, 5), userId: userId(2), receiptId: receiptId(1) });
    expect(deleted).toEqual({
      id: room.id,
      label: room.label,
      orgUnitId: room.orgUnitId,
      createdBy: room.createdBy,
      createdAt: room.createdAt,
      status: 'deleted',
      deletedAt: plus(NOW, 5),
      deletedBy: userId(2),
      receiptId: receiptId(1),
    });
    expect([isThere(room), isThere(deleted), isThere(undefined)]).toEqual([true, false, false]);
  },
);

describe('the files of a room', () => {
  const label = (text: string) => text as Label;
  const upTo = (clearance: string): Reach => ({ labels: labelsUpTo(DEFAULT_LABELS, clearance), zones: [] });

  test('are counted by label, up to the clearance of the caller', () => {
    const room = aRoom({ files: { C2: 3, C3: 5, C4: 7 } });
    const counts = ['', 'C1', 'C2', 'C3', 'C4', 'C9'].map((clearance) => fileCountFor(upTo(clearance), room));
    expect(counts).toEqual([0, 0, 3, 8, 15, 0]);
  });

  test('with a label unknown to the scheme are not counted', () => {
    expect(fileCountFor(upTo('C4'), aRoom({ files: { C9: 4 } }))).toBe(0);
  });

  test('are counted in and out under their label', () => {
    const one = countFile(aRoom({ files: { C2: 1 } }), label('C3'), 1);
    expect(one.files).toEqual({ C2: 1, C3: 1 });
    expect(recountFile(one, label('C2'), label('C3')).files).toEqual({ C2: 0, C3: 2 });
    expect(countFile(countFile(one, label('C3'), 1), label('C2'), -1).files).toEqual({ C2: 0, C3: 2 });
  });
});
