import { ORG_ROLES, type OrgRole, ROOM_ROLES, type RoomRole, SCOPES, type Scope } from '@strongroom/domain';
import type { Caller } from '../support/caller.ts';
import { aFile, aPerson, aRoom, type Person } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';

export type InRoom = 'none' | RoomRole;

/** Who asks about a room. */
export type RoomCell = Readonly<{ role: OrgRole; room: InRoom; cleared: boolean; archived: boolean }>;

/** Who asks about people, units and the rest; `low`: with a clearance of C1 in place of his role's own. */
export type OrgCell = Readonly<{ role: OrgRole; low: boolean }>;

export const ROOM_CELLS: readonly RoomCell[] = ORG_ROLES.flatMap((role) =>
  (['none', ...ROOM_ROLES] as const).flatMap((room) =>
    [true, false].flatMap((cleared) => [true, false].map((archived) => ({ role, room, cleared, archived }))),
  ),
);
export const ORG_CELLS: readonly OrgCell[] = ORG_ROLES.flatMap((role) => [false, true].map((low) => ({ role, low })));

/** Everybody and everything that the table of rights is tried on. */
export type Scene = Readonly<{
  owner: Caller;
  /** Owner of both rooms; made everything that stands there. */
  ada: Person;
  /** A viewer of both rooms. */
  vic: Person;
  /** A member of the organisation without anything. */
  nobody: Person;
  rooms: Readonly<Record<'active' | 'archived', RoomThings>>;
  /** Active, by role; one of each that nobody acts as. */
  targets: Readonly<Record<OrgRole, Person>>;
  deactivated: Readonly<Record<OrgRole, Person>>;
  units: Readonly<{ own: string; below: string; other: string }>;
  /** Belongs to the unit below. */
  within: Person;
  receipt: string;
  /** A token of each target. */
  tokens: Readonly<Record<OrgRole, string>>;
  inRoom: ReadonlyMap<string, Person>;
  inOrg: ReadonlyMap<string, Person>;
}>;

export type RoomThings = Readonly<{
  room: string;
  file: string;
  above: string;
  pending: string;
  link: string;
  linkToken: string;
}>;

export const roomKey = ({ role, room, cleared }: Omit<RoomCell, 'archived'>): string => `${role} ${room} ${cleared}`;
export const orgKey = ({ role, low }: OrgCell): string => `${role} ${low}`;

export async function setScene(world: World): Promise<Scene> {
  const { owner } = world;
  const ada = await aPerson(world, 'member', 'C3');
  const vic = await aPerson(world);
  const nobody = await aPerson(world);
  const within = await aPerson(world);
  const rooms = { active: await furnish(ada, vic), archived: await furnish(ada, vic) };
  const inRoom = new Map<string, Person>();
  for (const cell of ROOM_CELLS) {
    if (cell.archived) continue;
    const person = await aPerson(world, cell.role, cell.cleared ? 'C2' : 'C1');
    inRoom.set(roomKey(cell), person);
    if (cell.room === 'none') continue;
    for (const { room } of Object.values(rooms))
      await done(ada.caller.post(`/rooms/${room}/members`, { user_id: person.id, role: cell.room }));
  }
  await done(ada.caller.post(`/rooms/${rooms.archived.room}/archive`));
  const unit = async (name: string, parent_id?: string): Promise<string> =>
    (await done(owner.post('/org-units', { name, ...(parent_id === undefined ? {} : { parent_id }) }))).id;
  const own = await unit('Own');
  const units = { own, below: await unit('Below', own), other: await unit('Other') };
  await done(owner.post(`/org-units/${units.below}/members`, { user_id: within.id, role: 'member' }));
  const inOrg = new Map<string, Person>();
  for (const cell of ORG_CELLS) {
    const person = await aPerson(world, cell.role, cell.low ? 'C1' : undefined);
    inOrg.set(orgKey(cell), person);
    // Worth something to a department admin of the organisation only.
    await done(owner.post(`/org-units/${own}/members`, { user_id: person.id, role: 'department_admin' }));
  }
  const targets = await byRole((role) => aPerson(world, role));
  const deactivated = await byRole(async (role) => {
    const person = await aPerson(world, role);
    await done(owner.post(`/users/${person.id}/deactivate`));
    return person;
  });
  const tokens = await byRole(async (role) => (await done(targets[role].caller.post('/tokens', { name: 'x' }))).id);
  const gone = await aRoom(ada.caller, 'C1');
  const receipt = (await done(ada.caller.delete(`/rooms/${gone}`))).receipt_id;
  return { owner, ada, vic, nobody, within, rooms, targets, deactivated, units, receipt, tokens, inRoom, inOrg };
}

async function furnish(ada: Person, vic: Person): Promise<RoomThings> {
  const room = await aRoom(ada.caller, 'C2');
  await done(ada.caller.post(`/rooms/${room}/members`, { user_id: vic.id, role: 'viewer' }));
  const file = await aFile(ada.caller, room);
  const above = await aFile(ada.caller, room, { classification: 'C3' });
  const announced = { name: 'p', size: 5, content_type: 'text/plain' };
  const pending = await done(ada.caller.post(`/rooms/${room}/files/upload-url`, announced));
  await fetch(pending.upload_url, { method: 'PUT', body: 'hello' });
  const link = await done(ada.caller.post(`/files/${file}/share`, { expires_in: 3600 }));
  return { room, file, above, pending: pending.file_id, link: link.id, linkToken: link.token };
}

async function byRole<T>(make: (role: OrgRole) => Promise<T>): Promise<Record<OrgRole, T>> {
  const made: [OrgRole, T][] = [];
  for (const role of ORG_ROLES) made.push([role, await make(role)]);
  return Object.fromEntries(made) as Record<OrgRole, T>;
}

async function done(reply: ReturnType<Caller['get']>) {
  const { status, body, text } = await reply;
  if (status >= 300) throw new TypeError(text);
  return body.data;
}

/** A token of that person with exactly the scope, or with every other. */
export async function scopedToken(person: Person, scope: Scope, kind: 'exact' | 'lacking'): Promise<string> {
  const others = (Object.keys(SCOPES) as Scope[]).filter((name) => name !== scope);
  const scopes = kind === 'exact' ? [scope] : others;
  return (await done(person.session.post('/tokens', { name: kind, scopes }))).token;
}
