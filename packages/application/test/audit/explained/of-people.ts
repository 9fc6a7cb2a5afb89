import { anEmail } from '../../world/mothers.ts';
import type { Person } from '../../world/person.ts';
import { collectAsks, id, isThere, ownRoom, shown, type Trial, type Trials } from './ask.ts';
import type { Setting } from './setting.ts';

const emailOf = ({ people, deactivated, invited }: Setting, userId: string | undefined): string =>
  id([...Object.values(people), deactivated, invited].find((one) => one.id === userId)?.email);

export const OF_PEOPLE = {
  'directory.edit_user': ({ world: { app } }, by, { targetUserId }) =>
    collectAsks(async () =>
      app.directory.editUser(await by.enter(), { userId: targetUserId, externalId: 'x' } as never),
    ),
  'session.end_of_user': ofUser((at, by, userId) => by.ask(at.world.app.sessions.endAllOf, { userId })),
  'session.oversee': ofUser((at, by, userId) => by.ask(at.world.app.sessions.listOf, { userId } as never)),
  'token.oversee': ofUser((at, by, userId) => by.ask(at.world.app.tokens.listOf, { userId } as never)),
  'token.revoke': ({ world: { app }, tokens }, by, { targetUserId }) => {
    const tokenId = tokens.get(id(targetUserId));
    return tokenId === undefined
      ? Promise.resolve(undefined)
      : collectAsks(() => by.ask(app.tokens.revoke, { tokenId }));
  },
  'user.activation_link': ofUser((at, by, userId) => by.ask(at.world.app.users.sendActivationLink, { userId })),
  'user.add': (at, by, { targetUserId }) => {
    const roomId = ownRoom(at, by);
    if (roomId === undefined) return Promise.resolve(undefined);
    const input = { roomId, userId: id(targetUserId), role: 'viewer' } as const;
    return isThere('USER_NOT_FOUND', () => by.ask(at.world.app.rooms.addMember, input));
  },
  'user.invite_to_room': (at, by, { targetUserId }) => {
    const roomId = ownRoom(at, by);
    const input = { roomId: id(roomId), email: emailOf(at, targetUserId), role: 'viewer' } as const;
    return roomId === undefined
      ? Promise.resolve(undefined)
      : collectAsks(() => by.ask(at.world.app.rooms.invite, input));
  },
  'user.clearance': ({ world: { app } }, by, { targetUserId }) =>
    collectAsks(
      ...(['C1', ''] as const).map(
        (clearance) => () => by.ask(app.users.setClearance, { userId: id(targetUserId), clearance }),
      ),
    ),
  'user.deactivate': ofUser((at, by, userId) => by.ask(at.world.app.users.deactivate, { userId })),
  'user.edit': ({ world: { app } }, by, { targetUserId }) =>
    collectAsks(
      () => by.ask(app.users.edit, { userId: id(targetUserId), name: 'Another name' }),
      () => by.ask(app.users.edit, { userId: id(targetUserId), external: false }),
      () => by.ask(app.users.edit, { userId: id(targetUserId), external: true }),
    ),
  'user.email': (at, by, { targetUserId }) =>
    // One's own takes a session that has just begun, and a user who was never active has no address to confirm.
    targetUserId === by.id || targetUserId === at.invited.id
      ? Promise.resolve(undefined)
      : collectAsks(() => by.ask(at.world.app.users.changeEmail, { userId: id(targetUserId), email: anEmail() })),
  'user.email.waive': (at, by, { targetUserId }) =>
    // An owner needs a session that has just begun.
    by.id === at.people.owner.id
      ? Promise.resolve(undefined)
      : collectAsks(() =>
          by.ask(at.world.app.users.changeEmail, { userId: id(targetUserId), email: anEmail(), waivesOld: true }),
        ),
  'user.erase': ofUser((at, by, userId) => by.ask(at.world.app.users.erase, { userId })),
  'user.get': ofUser((at, by, userId) => by.ask(at.world.app.users.get, { userId })),
  'user.identity.unlink': ofUser((at, by, userId) => by.ask(at.world.app.users.unlinkIdentityOfUser, { userId })),
  'user.key_person.unlink': ofUser((at, by, userId) => by.ask(at.world.app.users.unlinkKeyPerson, { userId })),
  'user.reactivate': ofUser((at, by, userId) => by.ask(at.world.app.users.reactivate, { userId })),
  'user.role': ({ world: { app } }, by, { targetUserId }) =>
    collectAsks(
      ...(['member', 'auditor', 'department_admin', 'security_officer', 'domain_admin', 'owner'] as const).map(
        (role) => () => by.ask(app.users.changeRole, { userId: id(targetUserId), role }),
      ),
    ),
  'user.rooms': ofUser((at, by, userId) => by.ask(at.world.app.users.listRooms, { userId })),
  'user.second_factor.reset': ofUser((at, by, userId) => by.ask(at.world.app.secondFactor.reset, { userId })),
  'user.see': ofUser((at, by, userId) => by.ask(at.world.app.users.get, { userId })),
  'user.see_details': async ({ world: { app } }, by, { targetUserId }) =>
    (await shown(by.ask(app.users.get, { userId: id(targetUserId) })))?.shows === 'everything',
  'user.uninvite': ofUser((at, by, userId) => by.ask(at.world.app.users.revokeInvitation, { userId })),
  'user.units': ofUser((at, by, userId) => by.ask(at.world.app.orgUnits.ofUser, { userId } as never)),
} as const satisfies Partial<Trials>;

function ofUser(ask: (at: Setting, by: Person, userId: string) => Promise<unknown>): Trial {
  return (at, by, { targetUserId }) => collectAsks(() => ask(at, by, id(targetUserId)));
}

function ofUnit(ask: (at: Setting, by: Person, unitId: string) => Promise<unknown>): Trial {
  return (at, by, { orgUnitId }) => collectAsks(() => ask(at, by, id(orgUnitId)));
}

export const OF_UNITS = {
  'org_unit.create': {
    me: ({ world: { app }, units }, by) =>
      collectAsks(
        () => by.ask(app.orgUnits.create, { name: 'New' }),
        () => by.ask(app.orgUnits.create, { name: 'New', parentId: id(units[0]?.id) }),
      ),
    org_unit: ofUnit((at, by, parentId) => by.ask(at.world.app.orgUnits.create, { name: 'New', parentId })),
  },
  'org_unit.get': ofUnit((at, by, unitId) => by.ask(at.world.app.orgUnits.get, { unitId })),
  'org_unit.manage': ofUnit((at, by, unitId) => by.ask(at.world.app.orgUnits.edit, { unitId, name: 'Other' })),
  'org_unit.members': ofUnit((at, by, unitId) =>
    by.ask(at.world.app.orgUnits.addMember, { unitId, userId: by.id, role: 'member' }),
  ),
  'org_unit.members.remove': ofUnit((at, by, unitId) =>
    by.ask(at.world.app.orgUnits.removeMember, { unitId, userId: at.people['department admin'].id }),
  ),
  'org_unit.place_rooms': ofUnit((at, by, orgUnitId) =>
    by.ask(at.world.app.rooms.create, { name: 'New', classification: 'C1', orgUnitId } as never),
  ),
  'org_unit.see': ofUnit((at, by, unitId) => by.ask(at.world.app.orgUnits.get, { unitId })),
} as const satisfies Partial<Trials>;
