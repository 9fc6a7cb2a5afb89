/**
 * Code that must not compile. The compiler checks each `@ts-expect-error` (`npm run types`, before every test run) and
 * reports an error if the line below it is valid. The tests also check what these lines do at run time.
 */
import { expect, test } from '@jest/globals';
import {
  type AvailableFile,
  addMember,
  confirmFile,
  type DeletedFile,
  type DeletedRoom,
  DomainError,
  decide,
  type FileId,
  type Grant,
  type Label,
  type OrgRole,
  type RoomId,
  RoomName,
  type Subject,
  type TypeOf,
} from '../src/index.ts';
import * as an from './examples.ts';

const subject: Subject = {
  id: an.userId(1),
  status: 'active',
  role: 'member',
  epoch: 1,
  external: false,
  clearance: 'C2' as Label,
  grant: null,
  asOf: an.NOW,
};
const { labelRules } = an;
const room = an.aRoom();
const membership = an.aMembership();

test('a fact left out does not compile', () => {
  expect(decide('room.see', { subject, labelRules, room, membership }).effect).toBe('allow');
  // @ts-expect-error the membership is missing
  expect(decide('room.see', { subject, labelRules, room }).effect).toBe('deny');
  // @ts-expect-error the room is missing
  expect(decide('room.see', { subject, labelRules, membership }).effect).toBe('deny');
  // @ts-expect-error the label that the caller sent is missing
  expect(decide('file.upload', { subject, labelRules, room, membership }).effect).toBe('deny');
  // @ts-expect-error everything is missing
  expect(decide('me.see', {}).effect).toBe('deny');
});

test('a missing membership is a fact that has to be given', () => {
  expect(decide('room.see', { subject, labelRules, room, membership: undefined }).effect).toBe('deny');
});

test('an action without a policy does not compile', () => {
  // @ts-expect-error there is no such action
  expect(() => decide('room.sea', { subject, labelRules, room, membership })).toThrow(TypeError);
});

test('a fact of another kind does not compile', () => {
  const facts = { subject, labelRules, room, membership };
  // @ts-expect-error a room is not a membership
  expect(decide('room.see', { ...facts, membership: room }).effect).toBe('deny');
  // @ts-expect-error a label is more than a text
  expect(decide('room.create', { ...facts, label: 'C9' }).effect).toBe('deny');
  // @ts-expect-error there is no such role
  expect(decide('room.list', { ...facts, subject: { ...subject, role: 'king' satisfies OrgRole } }).effect).toBe(
    'allow',
  );
});

test('ids of different things do not mix, nor with texts', () => {
  const id: FileId = an.fileId(1);
  // @ts-expect-error the id of a file is not an id of a room
  const mixed: RoomId = id;
  // @ts-expect-error a text is not an id until it was parsed
  const plain: RoomId = 'b3f1';
  expect([mixed, plain]).toEqual([id, 'b3f1']);
});

test('values of different kinds do not mix, and parsing makes the right one', () => {
  const name: TypeOf<typeof RoomName> = RoomName.parse('Falcon');
  // @ts-expect-error a room name is not a label
  const label: Label = name;
  expect(label).toBe('Falcon');
});

test('an available file has an iv and a tag, a deleted one has no key', () => {
  const { iv: _, ...withoutIv } = an.anAvailableFile();
  // @ts-expect-error the iv is missing
  const file: AvailableFile = withoutIv;
  expect('iv' in file).toBe(false);
  const keyOf = (deleted: DeletedFile) =>
    // @ts-expect-error the key went with the file
    deleted.wrappedDek as unknown;
  expect(keyOf({ id: an.fileId(1), roomId: an.roomId(1), status: 'deleted', deletedAt: an.NOW })).toBeUndefined();
});

test('transitions of deleted things do not compile', () => {
  const file: DeletedFile = { id: an.fileId(1), roomId: an.roomId(1), status: 'deleted', deletedAt: an.NOW };
  const confirmation = { iv: an.anAvailableFile().iv, tag: an.anAvailableFile().tag, sealed: 'x', at: an.NOW };
  // @ts-expect-error a deleted file is not confirmed
  expect(() => confirmFile(file, confirmation)).toThrow(DomainError);
  const join = (gone: DeletedRoom) =>
    // @ts-expect-error a deleted room takes no members
    addMember(gone, {
      id: an.membershipId(2),
      userId: an.userId(2),
      epoch: 1,
      role: 'viewer',
      addedBy: an.userId(1),
      at: an.NOW,
    });
  expect(join).toHaveLength(1);
});

test('a state is not changed in place', () => {
  const frozen = Object.freeze(an.aRoom());
  // @ts-expect-error states are readonly
  expect(() => (frozen.memberCount = 2)).toThrow(TypeError);
});

test('an unknown code or scope does not compile', () => {
  // @ts-expect-error there is no such code
  expect(() => new DomainError('ROOM_ON_FIRE')).toThrow(TypeError);
  // @ts-expect-error there is no such scope
  const grant: Grant = ['read:moon'];
  expect(decide('room.list', { subject: { ...subject, grant }, labelRules }).refusal).toBe('INSUFFICIENT_SCOPE');
});
