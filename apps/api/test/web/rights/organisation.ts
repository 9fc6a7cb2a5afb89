import { aRoom, type Person } from '../../support/people-in-memory.ts';
import type { World } from '../../support/service-in-memory.ts';
import { aPersonOf, done } from './people.ts';

/** Names of what the pages of the organisation show. */
export const NAMES = {
  target: 'Target Example',
  admin: 'Admin Example',
  gone: 'Gone Example',
  invited: 'invited@example.org',
  unit: 'Unit Example',
  receiver: 'hooks.example.com',
} as const;

/** The people, rooms and units that the pages of the organisation show. Each caller gets their own. */
export type OrganisationSetting = Readonly<{
  target: Person;
  /** An API token of the target. */
  token: string;
  stranger: Person;
  /** A domain admin. */
  admin: string;
  /** A deactivated user. */
  gone: string;
  /** A user who has not accepted yet. */
  invited: string;
  /** A room without an owner. */
  orphan: string;
  receipt: string;
  unit: string;
  /** Has nothing in it. */
  spareUnit: string;
  /** A member of the unit. */
  placed: Person;
  /** A webhook of the organisation. */
  webhook: string;
  /** Address for directories. */
  directory: string;
}>;

export async function anOrganisation(world: World): Promise<OrganisationSetting> {
  const { owner } = world;
  const [target, stranger, placed, gone, leaver, admin] = await Promise.all([
    aPersonOf(world, 'member', NAMES.target),
    aPersonOf(world, 'member', 'Stranger'),
    aPersonOf(world, 'member', 'Placed'),
    aPersonOf(world, 'member', NAMES.gone),
    aPersonOf(world, 'member', 'Leaver'),
    aPersonOf(world, 'domain_admin', NAMES.admin),
  ]);
  const token = (await done(target.session.post('/tokens', { name: 'reports' }))).body.data.id;
  const orphan = await aRoom(leaver.caller);
  const ended = await aRoom(owner);
  const receipt = (await done(owner.delete(`/rooms/${ended}`))).body.data.receipt_id;
  for (const { id } of [gone, leaver]) await done(owner.post(`/users/${id}/deactivate`));
  const invited = (await done(owner.post('/users/invite', { email: NAMES.invited, role: 'member' }))).body.data.id;
  const root = (await done(owner.get('/org-units'))).body.data.find(
    ({ parent_id: above }: { parent_id: string | null }) => above === null,
  ).id;
  const unitOf = async (name: string): Promise<string> =>
    (await done(owner.post('/org-units', { name, parent_id: root }))).body.data.id;
  const [unit, spareUnit] = [await unitOf(NAMES.unit), await unitOf('Spare')];
  await done(owner.post(`/org-units/${unit}/members`, { user_id: placed.id, role: 'member' }));
  const hook = { url: `https://${NAMES.receiver}/x`, types: ['room.adopted'] };
  const webhook = (await done(owner.post('/webhooks', hook))).body.data.id;
  const directory = `${world.url}/scim/v2`;
  const people = { target, stranger, placed, admin: admin.id, gone: gone.id, invited };
  return { ...people, token, orphan, receipt, unit, spareUnit, webhook, directory };
}
