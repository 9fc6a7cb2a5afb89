import { aKey } from '../kernel/idempotency-key.ts';
import { aFile, aLink, anUpload, aPerson, aRoom, CIPHERTEXT, confirm, joins, put } from '../world/mothers.ts';
import type { World } from '../world/world.ts';

/**
 * Bob owns Ada's room with her and administers a unit, which has a unit below it. The room has a file of Bob, an upload
 * to be confirmed, and an upload that Bob announced with a key. Carol is in neither.
 */
export async function setting(world: World) {
  const ada = await aPerson(world, 'owner');
  const [bob, carol] = [await aPerson(world, 'department_admin'), await aPerson(world)];
  const room = await aRoom(world, ada);
  await joins(world, bob, room, 'owner', ada);
  const { unit } = await ada.ask(world.app.orgUnits.create, { name: 'unit' });
  await ada.ask(world.app.orgUnits.addMember, { unitId: unit.id, userId: bob.id, role: 'department_admin' });
  const { unit: below } = await ada.ask(world.app.orgUnits.create, { name: 'below', parentId: unit.id });
  const file = await aFile(world, bob, room);
  const link = await aLink(world, bob, file);
  const pending = await anUpload(world, bob, room);
  await put(world, pending.url, CIPHERTEXT);
  const found = { ada, bob, carol, room, unitId: unit.id, belowId: below.id, file, link, pending, key: aKey() };
  await upload(world, found, bob.keyed(found.key));
  return found;
}
export type Setting = Awaited<ReturnType<typeof setting>>;

const upload = ({ app }: World, { room }: Pick<Setting, 'room'>, by: Setting['bob']) =>
  by.at(app).ask(app.files.requestUpload, { roomId: room.id, name: 'a', size: 1, contentType: 'text/plain' });

type Ask = (world: World, found: Setting) => Promise<unknown>;

/** Bob's requests to another process than the one that ends Bob's rights. */
export const REQUESTS = {
  download: ({ app }, { bob, file }) => bob.at(app).ask(app.files.getDownload, { fileId: file.id }),
  upload: (world, found) => upload(world, found, found.bob),
  'repeated upload': (world, found) => upload(world, found, found.bob.keyed(found.key)),
  confirmation: (world, { bob, pending }) => confirm(world, bob.at(world.app), pending),
  'file deletion': ({ app }, { bob, file }) => bob.at(app).ask(app.files.delete, { fileId: file.id }),
  link: (world, { bob, file }) => aLink(world, bob.at(world.app), file),
  'new member': (world, { bob, carol, room }) => joins(world, carol, room, 'viewer', bob.at(world.app)),
  edit: ({ app }, { bob, room }) => bob.at(app).ask(app.rooms.edit, { roomId: room.id, description: 'other' }),
  'new room': ({ app }, { bob, unitId }) =>
    bob.at(app).ask(app.rooms.create, { name: 'room', classification: 'C2', orgUnitId: unitId }),
  token: ({ app }, { bob }) => bob.at(app).ask(app.tokens.create, { name: 'token' }),
  'new unit': ({ app }, { bob, unitId }) => bob.at(app).ask(app.orgUnits.create, { name: 'below', parentId: unitId }),
  'new unit two levels down': ({ app }, { bob, belowId }) =>
    bob.at(app).ask(app.orgUnits.create, { name: 'below', parentId: belowId }),
  'new unit member': ({ app }, { bob, carol, unitId }) =>
    bob.at(app).ask(app.orgUnits.addMember, { unitId, userId: carol.id, role: 'member' }),
} satisfies Record<string, Ask>;
export type Request = keyof typeof REQUESTS;

const IN_ROOM = {
  upload: 'ROOM_NOT_FOUND',
  'repeated upload': 'ROOM_NOT_FOUND',
  confirmation: 'ROOM_NOT_FOUND',
  'file deletion': 'FILE_NOT_FOUND',
  download: 'FILE_NOT_FOUND',
  link: 'FILE_NOT_FOUND',
  'new member': 'ROOM_NOT_FOUND',
  edit: 'ROOM_NOT_FOUND',
} as const;

type End = readonly [act: Ask, refusals: Readonly<Partial<Record<Request, string>>>];

/** Acts of Ada, with the refusal of each request that they make fail. */
export const ENDS: Readonly<Record<string, End>> = {
  'the deletion of the room': [({ app }, { ada, room }) => ada.ask(app.rooms.delete, { roomId: room.id }), IN_ROOM],
  'the removal of the member': [
    ({ app }, { ada, bob, room }) => ada.ask(app.rooms.removeMember, { roomId: room.id, userId: bob.id }),
    IN_ROOM,
  ],
  'the archive of the room': [
    ({ app }, { ada, room }) => ada.ask(app.rooms.archive, { roomId: room.id }),
    Object.fromEntries(
      Object.keys(IN_ROOM)
        .filter((request) => request !== 'download')
        .map((request) => [request, 'ROOM_ARCHIVED']),
    ),
  ],
  'the deletion of the file': [
    ({ app }, { ada, file }) => ada.ask(app.files.delete, { fileId: file.id }),
    { download: 'FILE_NOT_FOUND', link: 'FILE_NOT_FOUND', 'file deletion': 'FILE_NOT_FOUND' },
  ],
  'the removal from the unit': [
    ({ app }, { ada, bob, unitId }) => ada.ask(app.orgUnits.removeMember, { unitId, userId: bob.id }),
    {
      'new room': 'ORG_UNIT_NOT_FOUND',
      'new unit': 'INSUFFICIENT_ROLE',
      'new unit two levels down': 'INSUFFICIENT_ROLE',
      'new unit member': 'INSUFFICIENT_ROLE',
    },
  ],
  'the deactivation of the caller': [
    ({ app }, { ada, bob }) => ada.ask(app.users.deactivate, { userId: bob.id }),
    Object.fromEntries(Object.keys(REQUESTS).map((request) => [request, 'TOKEN_INVALID'])),
  ],
  'the deactivation of the new member': [
    ({ app }, { ada, carol }) => ada.ask(app.users.deactivate, { userId: carol.id }),
    { 'new member': 'USER_NOT_FOUND', 'new unit member': 'USER_NOT_FOUND' },
  ],
};
