import type { Reply } from '../../support/caller.ts';
import type { Person } from '../../support/people-in-memory.ts';
import { type AnyPage, dialogOf, type Offered, offersOf } from './offers.ts';
import { NAMES, type OrganisationSetting } from './organisation.ts';

/** The pages of the organisation that a person reads, and dialogs about a member. */
export type ReadOrganisation = Readonly<{
  rooms: Offered;
  people: Offered;
  units: Offered;
  oversight: Offered;
  role: readonly string[];
  access: readonly string[];
  unit: readonly string[];
}>;

const NOTHING: Offered = { links: [], buttons: [], menus: {} };
const menuOf = (name: string): string => `Actions for ${name}`;

export async function readOrganisation(page: AnyPage): Promise<ReadOrganisation> {
  const rooms = await offersOf(page, '/rooms');
  const open = async (place: string, path: string): Promise<Offered> =>
    rooms.links.includes(place) ? offersOf(page, path) : NOTHING;
  const dialog = async (within: Offered, name: string, item: string): Promise<readonly string[]> =>
    within.menus[menuOf(name)]?.includes(item) ? dialogOf(page, menuOf(name), item) : [];
  const people = await open('People', '/people?find=example');
  const role = await dialog(people, NAMES.target, 'Role and clearance');
  const access = await dialog(people, NAMES.target, 'Sessions and API tokens');
  const units = await open('Org units', '/units');
  const unit = await dialog(units, NAMES.unit, 'Members');
  const oversight = await open('All rooms', '/oversight?state=orphaned');
  return { rooms, people, units, oversight, role, access, unit };
}

type Asked = Readonly<{ person: Person; at: OrganisationSetting }>;
type Deed = Readonly<{
  name: string;
  isOffered: (read: ReadOrganisation) => boolean;
  attempt: (asked: Asked) => Promise<Reply>;
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
    'All rooms: Name an owner',
    ({ oversight }) => oversight.buttons.includes('Name an owner'),
    ({ person, at }) => person.session.post(`/rooms/${at.orphan}/members`, { user_id: at.target.id, role: 'owner' }),
  ),
];

const PEOPLE: readonly Deed[] = [
  asked(
    'Invite people',
    ({ people }) => people.buttons.includes('Invite people'),
    ({ person }) =>
      person.session.post('/users/invite', { email: `new.${person.id.slice(-12)}@example.org`, role: 'member' }),
  ),
  asked('Person: Activity', about(NAMES.target, 'Activity'), ({ person, at }) =>
    person.session.get(`/audit-events?actor_id=${at.target.id}`),
  ),
  asked(
    'Person: Role',
    ({ role }) => role.some((name) => name.endsWith(' Role')),
    ({ person, at }) => person.session.patch(`/users/${at.target.id}/role`, { role: 'member' }),
  ),
  asked(
    'Person: Clearance',
    ({ role }) => role.some((name) => name.endsWith(' Clearance')),
    ({ person, at }) => person.session.patch(`/users/${at.target.id}/clearance`, { clearance_level: 'C1' }),
  ),
  asked('Person: Sessions', about(NAMES.target, 'Sessions and API tokens'), ({ person, at }) =>
    person.session.get(`/users/${at.target.id}/sessions`),
  ),
  asked(
    'Person: End a session',
    ({ access }) => access.some((name) => name.startsWith('End the session')),
    ({ person, at }) => person.session.delete(`/users/${at.target.id}/sessions`),
  ),
  asked(
    'Person: Revoke a token',
    ({ access }) => access.some((name) => name.startsWith('Revoke')),
    ({ person, at }) => person.session.delete(`/tokens/${at.token}`),
  ),
  asked('Person: Send a link', about(NAMES.target, 'Send a new activation link'), ({ person, at }) =>
    person.session.post(`/users/${at.target.id}/activation-link`),
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
    ({ unit }) => unit.includes('Add'),
    ({ person, at }) =>
      person.session.post(`/org-units/${at.unit}/members`, { user_id: at.stranger.id, role: 'member' }),
  ),
  asked(
    'Unit: Remove a member',
    ({ unit }) => unit.some((name) => name.startsWith('Remove')),
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

/** In this order: a later one may end what an earlier one needs. */
export const IN_ORGANISATION: readonly Deed[] = [...PLACES, ...UNITS, ...PEOPLE];
