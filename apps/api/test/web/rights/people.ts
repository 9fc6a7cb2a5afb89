import { expect } from '@jest/globals';
import type { Caller, Reply } from '../../support/caller.ts';
import { aFile, aPerson, aRoom, type Person } from '../../support/people-in-memory.ts';
import type { World } from '../../support/service-in-memory.ts';
import { anItem, anUploadRequest } from '../../support/upload-requests.ts';
import { PASSWORD } from '../tab.ts';

export const KINDS = [
  'owner',
  'domain_admin',
  'security_officer',
  'department_admin',
  'auditor',
  'member',
  'external',
] as const;
export type Kind = (typeof KINDS)[number];

/** Kinds that the fast test of the organisation asks about. The others are offered parts of what an owner is. */
export const USUAL: readonly Kind[] = ['owner', 'department_admin', 'auditor', 'member', 'external'];

/** They see each room without being its member. */
export const OVERSEERS: ReadonlySet<Kind> = new Set(['owner', 'domain_admin', 'security_officer', 'auditor']);

export const GROUP = 'Bidder Example';
export const RECEIVER = 'hooks.example.com';

export const ROOM_ROLES = ['owner', 'contributor', 'viewer', 'none'] as const;
export type RoomRole = (typeof ROOM_ROLES)[number];

export async function done(asked: Promise<Reply>): Promise<Reply> {
  const reply = await asked;
  expect([reply.status < 300, reply.text]).toEqual([true, reply.text]);
  return reply;
}

/** A person of an organisation role, or from outside. */
export async function aPersonOf(world: World, kind: Kind, name: string): Promise<Person> {
  const person = await aPerson(world, kind === 'external' ? 'member' : kind);
  if (kind === 'external') await done(world.owner.patch(`/users/${person.id}`, { external: true }));
  await done(person.session.patch(`/users/${person.id}`, { name }));
  return person;
}

/** A person of an organisation role, or from outside, who signs in with a password. */
export async function aReaderOf(world: World, kind: Kind, name: string): Promise<Person> {
  const person = await aPersonOf(world, kind, name);
  await done(person.session.post('/me/password', { new_password: PASSWORD }));
  return person;
}

/** The actions that the record says were refused to a person, each once. */
export async function refusalsOf(administrator: Caller, { id }: Person): Promise<readonly string[]> {
  const query = `actor_id=${id}&outcome=denied&per_page=100`;
  const events: readonly { data: { action?: string }; type: string }[] = (
    await done(administrator.get(`/audit-events?${query}`))
  ).body.data;
  return [...new Set(events.map(({ type, data }) => data.action ?? type))];
}

/** A folder that contributors keep, and one that only owners of the room do. */
export const FOLDERS = ['Open desk', 'Closed desk'] as const;
export type FolderName = (typeof FOLDERS)[number];

export type RoomSetting = Readonly<{
  room: string;
  role: RoomRole;
  isArchived: boolean;
  file: string;
  link: string;
  /** Ids of the folders, by name. */
  folders: Readonly<Record<FolderName, string>>;
  /** A group of the viewer. */
  group: string;
  /** An item of the inbox. */
  item: string;
  webhook: string;
}>;
export type Others = Readonly<{ seller: Person; mate: Person; helper: Person; administrator: Caller }>;

/** An external user becomes an owner while they are marked as a colleague, where the service refuses other ways. */
export async function letIn(
  { seller, administrator }: Others,
  room: string,
  { id }: Person,
  role: RoomRole,
): Promise<void> {
  const isExternal = (await done(administrator.get(`/users/${id}`))).body.data.external === true;
  const mark = (external: boolean): Promise<Reply> => done(administrator.patch(`/users/${id}`, { external }));
  const isMarkedLater = isExternal && role === 'owner';
  if (isMarkedLater) await mark(false);
  await done(seller.caller.post(`/rooms/${room}/members`, { user_id: id, role }));
  if (isMarkedLater) await mark(true);
}

/**
 * A room of a seller with a viewer, a contributor, a file, a link, folders, a group, an item in the inbox and a webhook, in which
 * the person has that role.
 */
export async function aRoomFor(
  person: Person,
  role: RoomRole,
  isArchived: boolean,
  others: Others,
): Promise<RoomSetting> {
  const { seller, mate, helper } = others;
  const room = await aRoom(seller.caller, 'C1');
  await letIn(others, room, mate, 'viewer');
  await letIn(others, room, helper, 'contributor');
  if (role !== 'none') await letIn(others, room, person, role);
  const file = await aFile(seller.caller, room, { classification: 'C2' });
  const link = (await done(seller.caller.post(`/files/${file}/share`, { expires_in: 3600 }))).body.data.id;
  const folder = async (path: string, structure: 'open' | 'owners'): Promise<string> => {
    const { id } = (await done(seller.caller.post(`/rooms/${room}/folders`, { path }))).body.data;
    await done(seller.caller.patch(`/rooms/${room}/folders/${id}`, { structure }));
    return id;
  };
  const folders = {
    'Open desk': await folder('Open desk', 'open'),
    'Closed desk': await folder('Closed desk', 'owners'),
  };
  const group = (await done(seller.caller.post(`/rooms/${room}/groups`, { name: GROUP }))).body.data.id;
  await done(seller.caller.post(`/rooms/${room}/groups/${group}/members`, { user_id: mate.id }));
  const item = await anItem(seller.caller.as(undefined), await anUploadRequest(seller.caller, room));
  const hook = { url: `https://${RECEIVER}/x`, types: ['room.adopted'], room_id: room };
  const webhook = (await done(seller.caller.post('/webhooks', hook))).body.data.id;
  if (isArchived) await done(seller.caller.post(`/rooms/${room}/archive`));
  return { room, role, isArchived, file, link, folders, group, item, webhook };
}
