import { expect, test } from '@jest/globals';
import type { KeyUnwrapper, Room, Strongroom } from '@strongroom/client';

/** Never called: the compiler is the test, and a missing expected error is an error. */
async function whatDoesNotCompile(strongroom: Strongroom): Promise<void> {
  const room: Room = await strongroom.rooms.create({ name: 'a', classification: 'C1' });
  // @ts-expect-error -- a room needs a label
  await strongroom.rooms.create({ name: 'a' });
  // @ts-expect-error -- there is no such role
  await strongroom.members.add(room.id, { user_id: 'u', role: 'guest' });
  // @ts-expect-error -- the room is missing
  strongroom.files.list();
  // @ts-expect-error -- a field that no file has
  for await (const { colour } of strongroom.files.list(room.id)) String(colour);
  // @ts-expect-error -- the size is measured, not given
  await strongroom.upload(room.id, { name: 'a', content_type: 'a/b', size: 1 }, new Uint8Array());
  // @ts-expect-error -- answers are readonly
  room.name = 'b';
  const [result] = await strongroom.files.deleteMany(room.id, { items: [{ file_id: 'f' }] });
  // @ts-expect-error -- an item may have been refused
  String(result?.data.deleted_at);
  // @ts-expect-error -- a key is bytes
  const unwrap: KeyUnwrapper = { unwrap: async () => 'key' };
  await unwrap.unwrap({ wrappedDek: '', kmsKeyId: '', aad: null });
}

test('the compiler rejects wrong arguments', () => {
  expect(whatDoesNotCompile).toHaveLength(1);
});
