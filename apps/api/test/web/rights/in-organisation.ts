import type { Caller, Reply } from '../../support/caller.ts';
import type { Person } from '../../support/people-in-memory.ts';
import { type AnyPage, type Dialog, dialogOf, NO_DIALOG, type Offered, offersOf } from './offers.ts';
import { NAMES, type OrganisationSetting } from './organisation.ts';

/** The pages of the organisation that a person reads, and dialogs about a member. */
export type ReadOrganisation = Readonly<{
  rooms: Offered;
  people: Offered;
  units: Offered;
  oversight: Offered;
  systems: Offered;
  invite: Dialog;
  role: Dialog;
  access: Dialog;
  unit: Dialog;
  /** Pages that no link leads to, and that open at their address nevertheless. */
  unasked: readonly string[];
}>;

const NOTHING: Offered = { links: [], buttons: [], menus: {} };
const menuOf = (name: string): string => `Actions for ${name}`;

export async function readOrganisation(page: AnyPage): Promise<ReadOrganisation> {
  const rooms = await offersOf(page, '/rooms');
  const unasked: string[] = [];
  const open = async (place: string, path: string): Promise<Offered> => {
    const read = await offersOf(page, path);
    if (rooms.links.includes(place)) return read;
    if (!read.links.includes('Go to your rooms')) unasked.push(path);
    return NOTHING;
  };
  const dialog = async (within: Offered, name: string, item: string): Promise<Dialog> =>
    within.menus[menuOf(name)]?.includes(item) ? dialogOf(page, menuOf(name), item) : NO_DIALOG;
  const people = await open('People', '/people?find=example');
  const invite = people.buttons.includes('Invite people') ? await dialogOf(page, 'Invite people') : NO_DIALOG;
  const role = await dialog(people, NAMES.target, 'Role and clearance');
  const access = await dialog(people, NAMES.target, 'Sessions and API tokens');
  const units = await open('Org units', '/units');
  const unit = await dialog(units, NAMES.unit, 'Members');
  const oversight = await open('All rooms', '/oversight?state=orphaned');
  await open('Activity', '/activity');
  const systems = await open('Other systems', '/systems');
  return { rooms, people, units, oversight, systems, invite, role, access, unit, unasked };
}

/** `owner`: of the organisation, who puts things back. */
type Asked = Readonly<{ person: Person; owner: Caller; at: OrganisationSetting }>;
type Deed = Readonly<{
  name: string;
  isOffered: (read: ReadOrganisation) => boolean;
  attempt: (asked: Asked) => Promise<Pick<Reply, 'status'>>;
  undo?: (asked: Asked) => Promise<unknown>;
}>;

const place =
  (name: string) =>
  ({ rooms }: ReadOrganisation): boolean =>
    rooms.links.includes(name);
const about =
  (name: string, item: string) =>
  ({ people }: ReadOrganisation): boolean =>
    people.menus[menuOf(name)]?.includes(item) ?? false;
const ofUnit =
  (item: string) =>
  ({ units }: ReadOrganisation): boolean =>
    units.menus[menuOf(NAMES.unit)]?.includes(item) ?? false;
const asked = (name: string, isOffered: Deed['isOffered'], attempt: Deed['attempt'], undo?: Deed['undo']): Deed => ({
  name,
  isOffered,
  attempt,
  ...(undo === undefined ? {} : { undo }),
});

const PLACES: readonly Deed[] = [
  asked('People', place('People'), ({ person, at }) => person.session.get(`/users/${at.stranger.id}`)),
  asked('Org units', place('Org units'), ({ person, at }) => person.session.get(`/org-units/${at.unit}`)),
  asked('All rooms', place('All rooms'), ({ person }) => person.session.get('/oversight/rooms')),
  asked('Activity', place('Activity'), ({ person }) => person.session.get('/audit-events')),
  asked('Receipts', place('Receipts'), ({ person, at }) => person.session.get(`/destruction-receipts/${at.receipt}`)),
  asked(
    'New room',
    ({ rooms }) => rooms.buttons.includes('New room'),
    ({ person }) => person.session.post('/rooms', { name: 'Mine', classification: 'C1' }),
  ),
  asked(
    'All rooms: Archive',
    ({ oversight }) => oversight.menus[menuOf('A room')]?.includes('Archive') ?? false,
    ({ person, at }) => person.session.post(`/rooms/${at.orphan}/archive`),
    ({ owner, at }) => owner.post(`/rooms/${at.orphan}/unarchive`),
  ),
  asked(
    'All rooms: Name an owner',
    ({ oversight }) => oversight.buttons.includes('Name an owner'),
    ({ person, at }) => person.session.post(`/rooms/${at.orphan}/members`, { user_id: at.target.id, role: 'owner' }),
  ),
  asked(
    'All rooms: Destroy',
    ({ oversight }) => oversight.menus[menuOf('A room')]?.includes('Destroy') ?? false,
    ({ person, at }) => person.session.delete(`/rooms/${at.orphan}`),
  ),
];

const ROLE_NAMES = {
  member: 'Member',
  auditor: 'Auditor',
  department_admin: 'Department administrator',
  security_officer: 'Security officer',
  domain_admin: 'Domain administrator',
  owner: 'Owner',
};
const LABEL_NAMES = {
  '': 'As the role says',
  C1: 'C1 public',
  C2: 'C2 internal',
  C3: 'C3 confidential',
  C4: 'C4 secret',
};

const PEOPLE: readonly Deed[] = [
  asked(
    'Invite people',
    ({ people }) => people.buttons.includes('Invite people'),
    ({ person }) =>
      person.session.post('/users/invite', { email: `new.${person.id.slice(-12)}@example.org`, role: 'member' }),
  ),
  asked('Person: Open', about(NAMES.target, 'Open'), ({ person, at }) =>
    person.session.get(`/users/${at.target.id}/rooms`),
  ),
  asked('Person: Activity', about(NAMES.target, 'Activity'), ({ person, at }) =>
    person.session.get(`/audit-events?actor_id=${at.target.id}`),
  ),
  ...Object.entries(ROLE_NAMES).map(([role, name]) =>
    asked(
      `Invite: ${name}`,
      ({ invite }) => invite.choices.Role?.includes(name) ?? false,
      ({ person }) =>
        person.session.post('/users/invite', { email: `${role}.${person.id.slice(-12)}@example.org`, role }),
    ),
  ),
  ...Object.entries(ROLE_NAMES).map(([role, name]) =>
    asked(
      `Person: Role: ${name}`,
      (read) => read.role.choices.Role?.includes(name) ?? false,
      ({ person, at }) => person.session.patch(`/users/${at.target.id}/role`, { role }),
      ({ owner, at }) => owner.patch(`/users/${at.target.id}/role`, { role: 'member' }),
    ),
  ),
  ...Object.entries(LABEL_NAMES).map(([label, name]) =>
    asked(
      `Person: Clearance: ${name}`,
      ({ role }) => role.choices.Clearance?.includes(name) ?? false,
      ({ person, at }) => person.session.patch(`/users/${at.target.id}/clearance`, { clearance_level: label }),
      ({ owner, at }) => owner.patch(`/users/${at.target.id}/clearance`, { clearance_level: '' }),
    ),
  ),
  asked('Person: Sessions', about(NAMES.target, 'Sessions and API tokens'), ({ person, at }) =>
    person.session.get(`/users/${at.target.id}/sessions`),
  ),
  asked(
    'Person: End a session',
    ({ access }) => access.names.some((name) => name.startsWith('End the session')),
    ({ person, at }) => person.session.delete(`/users/${at.target.id}/sessions`),
  ),
  asked(
    'Person: Revoke a token',
    ({ access }) => access.names.some((name) => name.startsWith('Revoke')),
    ({ person, at }) => person.session.delete(`/tokens/${at.token}`),
  ),
  asked('Person: Send a link', about(NAMES.target, 'Send a link for a new password'), ({ person, at }) =>
    person.session.post(`/users/${at.target.id}/activation-link`),
  ),
  asked(
    'Person: Change the address',
    about(NAMES.target, 'Change the address'),
    ({ person, at }) => person.session.patch(`/users/${at.target.id}`, { email: 'another@example.com' }),
    ({ owner, at }) => owner.patch(`/users/${at.target.id}`, { email: at.target.email }),
  ),
  asked('Domain admin: Change the address', about(NAMES.admin, 'Change the address'), ({ person, at }) =>
    person.session.patch(`/users/${at.admin}`, { email: 'another@example.com' }),
  ),
  asked('Invited: Revoke', about(NAMES.invited, 'Revoke the invitation'), ({ person, at }) =>
    person.session.delete(`/users/${at.invited}/invitation`),
  ),
  asked('Deactivated: Reactivate', about(NAMES.gone, 'Reactivate'), ({ person, at }) =>
    person.session.post(`/users/${at.gone}/reactivate`),
  ),
  asked('Person: Deactivate', about(NAMES.target, 'Deactivate'), ({ person, at }) =>
    person.session.post(`/users/${at.target.id}/deactivate`),
  ),
  asked('Domain admin: Role', about(NAMES.admin, 'Role and clearance'), async ({ person, at }) => {
    const role = await person.session.patch(`/users/${at.admin}/role`, { role: 'member' });
    // The dialog is offered for either of the two.
    return role.status < 300 ? role : person.session.patch(`/users/${at.admin}/clearance`, { clearance_level: 'C1' });
  }),
  asked('Domain admin: Deactivate', about(NAMES.admin, 'Deactivate'), ({ person, at }) =>
    person.session.post(`/users/${at.admin}/deactivate`),
  ),
];

const UNITS: readonly Deed[] = [
  asked('Unit: Members', ofUnit('Members'), ({ person, at }) => person.session.get(`/org-units/${at.unit}/members`)),
  asked(
    'Unit: Add a member',
    ({ unit }) => unit.names.includes('Add'),
    ({ person, at }) =>
      person.session.post(`/org-units/${at.unit}/members`, { user_id: at.stranger.id, role: 'member' }),
  ),
  asked(
    'Unit: Remove a member',
    ({ unit }) => unit.names.some((name) => name.startsWith('Remove')),
    ({ person, at }) => person.session.delete(`/org-units/${at.unit}/members/${at.placed.id}`),
  ),
  asked('Unit: Add one below', ofUnit('Add a unit below'), ({ person, at }) =>
    person.session.post('/org-units', { name: 'Below', parent_id: at.unit }),
  ),
  asked('Unit: Rename', ofUnit('Rename'), ({ person, at }) =>
    person.session.patch(`/org-units/${at.unit}`, { name: NAMES.unit }),
  ),
  asked('Unit: Delete', ofUnit('Delete'), ({ person, at }) => person.session.delete(`/org-units/${at.spareUnit}`)),
];

/** A directory that uses a token of this person. */
async function provision({ person, at }: Asked): Promise<Pick<Reply, 'status'>> {
  const made = await person.session.post('/tokens', { name: 'directory', scopes: ['scim'] });
  if (made.status >= 300) return made;
  return fetch(`${at.directory}/Users`, { headers: { authorization: `Bearer ${made.body.data.token}` } });
}

const hasSystem =
  (button: string) =>
  ({ systems }: ReadOrganisation): boolean =>
    systems.buttons.includes(button);
const ofWebhook =
  (item: string) =>
  ({ systems }: ReadOrganisation): boolean =>
    systems.menus[menuOf(NAMES.receiver)]?.includes(item) ?? false;

const SYSTEMS: readonly Deed[] = [
  asked('Other systems', place('Other systems'), provision),
  asked('Directory: Make a token', hasSystem('New directory token'), provision),
  asked('Webhooks: Make one', hasSystem('New webhook'), ({ person }) =>
    person.session.post('/webhooks', { url: 'https://another.example.com/x' }),
  ),
  asked('Webhook: Deliveries', ofWebhook('Last deliveries'), ({ person, at }) =>
    person.session.get(`/webhooks/${at.webhook}/deliveries`),
  ),
  asked('Webhook: Change', ofWebhook('Change address or events'), ({ person, at }) =>
    person.session.patch(`/webhooks/${at.webhook}`, { types: ['room.deleted'] }),
  ),
  asked('Webhook: New secret', ofWebhook('New secret'), ({ person, at }) =>
    person.session.post(`/webhooks/${at.webhook}/rotate-secret`),
  ),
  asked('Webhook: Delete', ofWebhook('Delete'), ({ person, at }) => person.session.delete(`/webhooks/${at.webhook}`)),
];

/** In this order: a later one may end what an earlier one needs. */
export const IN_ORGANISATION: readonly Deed[] = [...PLACES, ...SYSTEMS, ...UNITS, ...PEOPLE];
