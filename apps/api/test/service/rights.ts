import { ORG_ROLES, type OrgRole, type Scope } from '@strongroom/domain';
import { IV, type Person, TAG } from '../support/people-in-memory.ts';
import type { OrgCell, RoomCell, RoomThings, Scene } from './cells.ts';

/** What is asked: ids of the path, the rest of the address, the body. */
type Asked = Readonly<{ params?: Readonly<Record<string, string>>; query?: string; body?: object }>;

type Try<C, P> = Readonly<{
  what?: string;
  ask: (at: P, scene: Scene, self: Person) => Asked;
  /** A status, or the code of the refusal. */
  expected: (cell: C) => string;
}>;

/** Who may call an operation, as interface.md says; nothing in here looks at the policies. */
export type Right = Readonly<{
  scope?: Scope;
  inRoom?: readonly Try<RoomCell, RoomThings>[];
  inOrg?: readonly Try<OrgCell, undefined>[];
  /** Anybody, with or without a credential. */
  open?: Readonly<{ ask: (scene: Scene) => Asked; expected: string }>;
}>;

// Sections 1 and 2 of interface.md, in words that can be asked ---------------------------------------------------------

const oneOf =
  (...roles: readonly OrgRole[]) =>
  (cell: Readonly<{ role: OrgRole }>) =>
    roles.includes(cell.role);
const oversees = oneOf('owner', 'domain_admin', 'security_officer', 'auditor');
const isMember = ({ room }: RoomCell) => room !== 'none';
const isRoomOwner = ({ room }: RoomCell) => room === 'owner';
const writesFiles = ({ room }: RoomCell) => room === 'owner' || room === 'contributor';

/** "Visibility is decided before role." */
const sight =
  (then: (cell: RoomCell) => string) =>
  (cell: RoomCell): string =>
    cell.cleared && (isMember(cell) || oversees(cell)) ? then(cell) : 'ROOM_NOT_FOUND';
/** "Never its files." */
const sightOfFile =
  (then: (cell: RoomCell) => string) =>
  (cell: RoomCell): string =>
    cell.cleared && isMember(cell) ? then(cell) : 'FILE_NOT_FOUND';
/** "A member lacking both gets INSUFFICIENT_ROOM_ROLE, an overseer INSUFFICIENT_ROLE." */
const lacksBoth = (cell: RoomCell) => (isMember(cell) ? 'INSUFFICIENT_ROOM_ROLE' : 'INSUFFICIENT_ROLE');
const lacksRoomRole = () => 'INSUFFICIENT_ROOM_ROLE';
/** "Upload-url, confirm, file deletion, adding members, new shares and edits answer 409." */
const unlessArchived = (status: string) => (cell: RoomCell) => (cell.archived ? 'ROOM_ARCHIVED' : status);
const always = (status: string) => () => status;

const grant =
  <C>(holds: (cell: C) => boolean, then: (cell: C) => string, otherwise: (cell: C) => string) =>
  (cell: C): string =>
    holds(cell) ? then(cell) : otherwise(cell);

const orgRole = (holds: (cell: OrgCell) => boolean, status = '200') =>
  grant(holds, always(status), always('INSUFFICIENT_ROLE'));

// Order of roles and their clearances --------------------------------------------------------------------------------

const RANK = { owner: 5, domain_admin: 4, security_officer: 3, department_admin: 3, auditor: 2, member: 1 } as const;
const CLEARANCE = {
  owner: 4,
  domain_admin: 4,
  security_officer: 4,
  department_admin: 3,
  auditor: 3,
  member: 2,
} as const;
const clearanceOf = ({ role, low }: OrgCell): number => (low ? 1 : CLEARANCE[role]);
const isAbove = (target: OrgRole, role: OrgRole) => RANK[target] > RANK[role];
const isTop = (role: OrgRole) => role === 'owner' || role === 'domain_admin';

// Requests -----------------------------------------------------------------------------------------------------------

const inRoom = (name: string, body?: object) => (at: RoomThings) => ({
  params: { [name]: at.room },
  ...(body === undefined ? {} : { body }),
});
const onFile = (body?: object) => (at: RoomThings) => ({
  params: { file_id: at.file },
  ...(body === undefined ? {} : { body }),
});
const ANNOUNCED = { name: 'a', size: 5, content_type: 'text/plain' };
const CONFIRMED = { iv: IV, tag: TAG };
const anybody: Right['inOrg'] = [{ ask: () => ({}), expected: always('200') }];

const roomAdmins = oneOf('owner', 'domain_admin');
const fileWriters = (status: string) => sightOfFile(grant(writesFiles, unlessArchived(status), lacksRoomRole));
const uploaders = sight(grant(writesFiles, unlessArchived('200'), lacksRoomRole));
/** The rooms of the scene have an owner: nobody but he adds. */
const adders = (status: string) => sight(grant(isRoomOwner, unlessArchived(status), lacksBoth));
const above = (at: RoomThings) => ({ params: { file_id: at.above } });
const hiddenAbove: Try<RoomCell, RoomThings> = {
  what: 'a file above the clearance',
  ask: above,
  expected: always('FILE_NOT_FOUND'),
};

const eachTarget = (
  of: 'targets' | 'deactivated',
  expected: (cell: OrgCell, target: OrgRole) => string,
  body?: object,
): readonly Try<OrgCell, undefined>[] =>
  ORG_ROLES.map((role) => ({
    what: `${of} ${role}`,
    ask: (_, scene) => ({ params: { id: scene[of][role].id }, ...(body === undefined ? {} : { body }) }),
    expected: (cell) => expected(cell, role),
  }));

const oneself = (expected: (cell: OrgCell) => string, body?: object): Try<OrgCell, undefined> => ({
  what: 'oneself',
  ask: (_, __, self) => ({ params: { id: self.id }, ...(body === undefined ? {} : { body }) }),
  expected,
});

/** "Only an owner makes an owner or a domain_admin; nobody grants more than they have." */
const mayGrant = (cell: OrgCell, role: OrgRole): boolean =>
  (cell.role === 'owner' || (!isTop(role) && !isAbove(role, cell.role))) && CLEARANCE[role] <= clearanceOf(cell);

const invites = (cell: OrgCell, role: OrgRole): boolean =>
  (roomAdmins(cell) || (cell.role === 'department_admin' && role === 'member')) && mayGrant(cell, role);

const readsAudit = oneOf('owner', 'security_officer', 'auditor');
const auditOfRoom: readonly Try<RoomCell, RoomThings>[] = [
  {
    what: 'of the room',
    ask: (at) => ({ query: `?room_id=${at.room}` }),
    expected: sight(grant((cell) => readsAudit(cell) || isRoomOwner(cell), always('200'), lacksBoth)),
  },
];
const auditOfAll: Right['inOrg'] = [{ ask: () => ({}), expected: orgRole(readsAudit) }];
const explained =
  (more: (at: RoomThings) => object) =>
  (at: RoomThings, { vic }: Scene): Asked => ({ body: { user_id: vic.id, ...more(at) } });

const unitAdmin = (holds: (cell: OrgCell) => boolean, status = '200') =>
  orgRole((cell) => roomAdmins(cell) || holds(cell), status);
const inUnit =
  (unit: keyof Scene['units'], body?: object, user?: 'nobody' | 'within') =>
  (_: undefined, scene: Scene): Asked => ({
    params: { id: scene.units[unit], user_id: scene.within.id },
    ...(body === undefined ? {} : { body: user === undefined ? body : { ...body, user_id: scene[user].id } }),
  });
const never = () => false;
const departmentAdmin = oneOf('department_admin');

/** One row an operation. */
export const RIGHTS: Readonly<Record<string, Right>> = {
  'GET /rooms': { scope: 'read:rooms', inOrg: anybody },
  'POST /rooms': {
    scope: 'write:rooms',
    inOrg: [
      {
        what: 'C1',
        ask: () => ({ body: { name: 'x', classification: 'C1' } }),
        expected: orgRole(({ role }) => role !== 'auditor', '201'),
      },
      ...[2, 3, 4].map(
        (rank): Try<OrgCell, undefined> => ({
          what: `C${rank}`,
          ask: () => ({ body: { name: 'x', classification: `C${rank}` } }),
          expected: (cell) =>
            cell.role === 'auditor' ? 'INSUFFICIENT_ROLE' : clearanceOf(cell) < rank ? 'CLEARANCE_INSUFFICIENT' : '201',
        }),
      ),
      {
        what: 'in a unit that is not his',
        ask: (_, { units }) => ({ body: { name: 'x', classification: 'C1', org_unit_id: units.other } }),
        expected: (cell) =>
          cell.role === 'auditor' ? 'INSUFFICIENT_ROLE' : roomAdmins(cell) ? '201' : 'ORG_UNIT_NOT_FOUND',
      },
      {
        what: 'in a unit he belongs to',
        ask: (_, { units }) => ({ body: { name: 'x', classification: 'C1', org_unit_id: units.own } }),
        expected: orgRole(({ role }) => role !== 'auditor', '201'),
      },
      {
        what: 'below a unit he belongs to',
        ask: (_, { units }) => ({ body: { name: 'x', classification: 'C1', org_unit_id: units.below } }),
        expected: (cell) =>
          cell.role === 'auditor'
            ? 'INSUFFICIENT_ROLE'
            : roomAdmins(cell) || departmentAdmin(cell)
              ? '201'
              : 'ORG_UNIT_NOT_FOUND',
      },
    ],
  },
  'GET /rooms/:id': { scope: 'read:rooms', inRoom: [{ ask: inRoom('id'), expected: sight(always('200')) }] },
  'PATCH /rooms/:id': {
    scope: 'write:rooms',
    inRoom: [
      {
        ask: inRoom('id', { name: 'y' }),
        expected: sight(grant(isRoomOwner, unlessArchived('200'), lacksRoomRole)),
      },
    ],
  },
  'POST /rooms/:id/archive': {
    scope: 'write:rooms',
    inRoom: [
      {
        ask: inRoom('id'),
        expected: sight(grant((cell) => isRoomOwner(cell) || roomAdmins(cell), always('200'), lacksBoth)),
      },
    ],
  },
  'POST /rooms/:id/unarchive': {
    scope: 'write:rooms',
    inRoom: [
      {
        ask: inRoom('id'),
        expected: sight(grant((cell) => isRoomOwner(cell) || roomAdmins(cell), always('200'), lacksBoth)),
      },
    ],
  },
  'DELETE /rooms/:id': {
    scope: 'delete:rooms',
    inRoom: [
      {
        ask: inRoom('id'),
        expected: sight(grant((cell) => isRoomOwner(cell) || cell.role === 'owner', always('200'), lacksBoth)),
      },
    ],
  },
  'GET /oversight/rooms': { scope: 'read:rooms', inOrg: [{ ask: () => ({}), expected: orgRole(oversees) }] },
  'GET /rooms/:id/members': { scope: 'read:rooms', inRoom: [{ ask: inRoom('id'), expected: sight(always('200')) }] },
  'POST /rooms/:id/members': {
    scope: 'write:members',
    inRoom: [
      {
        what: 'a new member',
        ask: (at, { nobody }) => ({ params: { id: at.room }, body: { user_id: nobody.id, role: 'contributor' } }),
        expected: adders('201'),
      },
      {
        what: 'a higher role',
        ask: (at, { vic }) => ({ params: { id: at.room }, body: { user_id: vic.id, role: 'owner' } }),
        expected: adders('200'),
      },
      {
        what: 'a lower role',
        ask: (at, { ada }) => ({ params: { id: at.room }, body: { user_id: ada.id, role: 'viewer' } }),
        expected: sight(grant(isRoomOwner, always('200'), lacksBoth)),
      },
    ],
  },
  'POST /rooms/:id/members/bulk': {
    scope: 'write:members',
    inRoom: [
      {
        ask: (at, { nobody }) => ({
          params: { id: at.room },
          body: { items: [{ user_id: nobody.id, role: 'viewer' }] },
        }),
        // Lowering a role works in an archived room, so some item could pass there.
        expected: sight(grant(isRoomOwner, always('200'), lacksBoth)),
      },
    ],
  },
  'DELETE /rooms/:id/members/:user_id': {
    scope: 'write:members',
    inRoom: [
      {
        what: 'somebody else',
        ask: (at, { vic }) => ({ params: { id: at.room, user_id: vic.id } }),
        expected: sight(
          grant(
            (cell) => isRoomOwner(cell) || roomAdmins(cell) || cell.role === 'security_officer',
            always('200'),
            lacksBoth,
          ),
        ),
      },
      {
        what: 'oneself',
        ask: (at, _, self) => ({ params: { id: at.room, user_id: self.id } }),
        expected: sight((cell) => (isMember(cell) ? '200' : 'MEMBER_NOT_FOUND')),
      },
    ],
  },
  'GET /rooms/:room_id/files': {
    scope: 'read:files',
    inRoom: [{ ask: inRoom('room_id'), expected: sight(grant(isMember, always('200'), lacksRoomRole)) }],
  },
  'POST /rooms/:room_id/files/upload-url': {
    scope: 'write:files',
    inRoom: [
      { ask: inRoom('room_id', ANNOUNCED), expected: uploaders },
      {
        what: 'with a label above the clearance',
        ask: inRoom('room_id', { ...ANNOUNCED, classification: 'C3' }),
        expected: sight(grant(writesFiles, always('CLEARANCE_INSUFFICIENT'), lacksRoomRole)),
      },
    ],
  },
  'POST /rooms/:room_id/files/upload-urls': {
    scope: 'write:files',
    inRoom: [{ ask: inRoom('room_id', { items: [ANNOUNCED] }), expected: uploaders }],
  },
  'POST /rooms/:room_id/files/bulk-delete': {
    scope: 'delete:files',
    inRoom: [{ ask: inRoom('room_id', { items: [{ file_id: 'x' }] }), expected: uploaders }],
  },
  'POST /rooms/:room_id/files/:file_id/confirm': {
    scope: 'write:files',
    inRoom: [
      {
        what: 'an upload of somebody else',
        ask: (at) => ({ params: { room_id: at.room, file_id: at.pending }, body: CONFIRMED }),
        expected: sight(grant(isRoomOwner, unlessArchived('200'), always('FILE_NOT_FOUND'))),
      },
      {
        what: 'a file that somebody else confirmed',
        ask: (at) => ({ params: { room_id: at.room, file_id: at.file }, body: CONFIRMED }),
        expected: sight((cell) =>
          !isMember(cell) ? 'FILE_NOT_FOUND' : isRoomOwner(cell) ? unlessArchived('200')(cell) : lacksRoomRole(),
        ),
      },
      {
        what: 'a file above the clearance',
        ask: (at) => ({ params: { room_id: at.room, file_id: at.above }, body: CONFIRMED }),
        expected: sight(always('FILE_NOT_FOUND')),
      },
    ],
  },
  'GET /files/:file_id': {
    scope: 'read:files',
    inRoom: [{ ask: onFile(), expected: sightOfFile(always('200')) }, hiddenAbove],
  },
  'GET /files/:file_id/download-url': {
    scope: 'download:files',
    inRoom: [{ ask: onFile(), expected: sightOfFile(always('200')) }, hiddenAbove],
  },
  'DELETE /files/:file_id': {
    scope: 'delete:files',
    inRoom: [{ ask: onFile(), expected: fileWriters('200') }, hiddenAbove],
  },
  'POST /files/:file_id/share': {
    scope: 'write:shares',
    inRoom: [
      { ask: onFile({ expires_in: 60 }), expected: fileWriters('201') },
      { ...hiddenAbove, ask: (at) => ({ ...above(at), body: { expires_in: 60 } }) },
    ],
  },
  'GET /files/:file_id/shares': {
    scope: 'read:shares',
    inRoom: [{ ask: onFile(), expected: sightOfFile(grant(writesFiles, always('200'), lacksRoomRole)) }, hiddenAbove],
  },
  'GET /shares/:id': {
    scope: 'read:shares',
    inRoom: [
      {
        ask: (at) => ({ params: { id: at.link } }),
        expected: (cell) => (cell.cleared && writesFiles(cell) ? '200' : 'SHARE_NOT_FOUND'),
      },
    ],
  },
  'DELETE /shares/:id': {
    scope: 'write:shares',
    inRoom: [
      {
        ask: (at) => ({ params: { id: at.link } }),
        expected: (cell) =>
          cell.cleared && (isRoomOwner(cell) || roomAdmins(cell) || cell.role === 'security_officer')
            ? '200'
            : 'SHARE_NOT_FOUND',
      },
    ],
  },
  'GET /shares/by-token/:token': {
    open: { ask: ({ rooms }) => ({ params: { token: rooms.active.linkToken } }), expected: '200' },
  },
  'POST /shares/by-token/:token/download': {
    open: { ask: ({ rooms }) => ({ params: { token: rooms.archived.linkToken } }), expected: '200' },
  },
  'GET /me': { inOrg: anybody },
  'GET /users': { scope: 'read:users', inOrg: anybody },
  'GET /users/:id': { scope: 'read:users', inOrg: eachTarget('targets', always('200')) },
  'POST /users/invite': {
    scope: 'write:users',
    inOrg: ORG_ROLES.map((role) => ({
      what: role,
      ask: () => ({ body: { email: 'new@example.com', role } }),
      expected: orgRole((cell) => invites(cell, role), '201'),
    })),
  },
  'POST /users/bulk-invite': {
    scope: 'write:users',
    inOrg: [
      {
        ask: () => ({ body: { items: [{ email: 'new@example.com', role: 'member' }] } }),
        expected: orgRole((cell) => invites(cell, 'member')),
      },
    ],
  },
  'POST /invitations/accept': {
    open: { ask: () => ({ body: { token: 'sri_x', name: 'x' } }), expected: 'INVITATION_NOT_FOUND' },
  },
  'PATCH /users/:id/role': {
    scope: 'write:users',
    inOrg: [
      oneself(always('INSUFFICIENT_ROLE'), { role: 'member' }),
      ...ORG_ROLES.flatMap((to) =>
        eachTarget(
          'targets',
          orgRoleOnTarget(
            (cell, target) =>
              (cell.role === 'owner' || (cell.role === 'domain_admin' && !isTop(target) && !isTop(to))) &&
              mayGrant(cell, to),
          ),
          { role: to },
        ),
      ),
    ],
  },
  'PATCH /users/:id/clearance': {
    scope: 'write:clearance',
    inOrg: [
      oneself(always('INSUFFICIENT_ROLE'), { clearance_level: 'C1' }),
      ...[1, 2, 3, 4].flatMap((rank) =>
        eachTarget(
          'targets',
          (cell, target) =>
            !setsClearance(cell, target)
              ? 'INSUFFICIENT_ROLE'
              : rank > clearanceOf(cell)
                ? 'CLEARANCE_INSUFFICIENT'
                : '200',
          { clearance_level: `C${rank}` },
        ),
      ),
      ...eachTarget(
        'targets',
        orgRoleOnTarget((cell, target) => setsClearance(cell, target) && CLEARANCE[target] <= clearanceOf(cell)),
        { clearance_level: '' },
      ),
    ],
  },
  'POST /users/:id/deactivate': {
    scope: 'write:users',
    inOrg: [
      oneself((cell) => (deactivates(cell) ? 'CANNOT_DEACTIVATE_SELF' : 'INSUFFICIENT_ROLE')),
      ...eachTarget(
        'targets',
        orgRoleOnTarget((cell, target) => deactivates(cell) && (target !== 'owner' || cell.role === 'owner')),
      ),
    ],
  },
  'POST /users/:id/reactivate': {
    scope: 'write:users',
    inOrg: eachTarget(
      'deactivated',
      orgRoleOnTarget((cell, target) => roomAdmins(cell) && !isAbove(target, cell.role)),
    ),
  },
  'POST /users/:id/activation-link': {
    scope: 'write:users',
    inOrg: eachTarget(
      'targets',
      orgRoleOnTarget((cell, target) => roomAdmins(cell) && !isAbove(target, cell.role)),
    ),
  },
  'GET /users/:id/tokens': {
    scope: 'read:tokens',
    inOrg: [
      oneself(always('200')),
      ...eachTarget(
        'targets',
        orgRoleOnTarget((cell, target) => deactivates(cell) && !isAbove(target, cell.role)),
      ),
    ],
  },
  'GET /tokens': { scope: 'read:tokens', inOrg: anybody },
  'POST /tokens': { scope: 'write:tokens', inOrg: [{ ask: () => ({ body: { name: 'x' } }), expected: always('201') }] },
  'DELETE /tokens/:id': {
    scope: 'write:tokens',
    inOrg: ORG_ROLES.map((target) => ({
      what: target,
      ask: (_, { tokens }) => ({ params: { id: tokens[target] } }),
      expected: (cell) => (deactivates(cell) && !isAbove(target, cell.role) ? '200' : 'TOKEN_NOT_FOUND'),
    })),
  },
  'POST /sessions': {
    open: { ask: () => ({ body: { email: 'x@example.com', password: 'x' } }), expected: 'INVALID_CREDENTIALS' },
  },
  // Whoever comes with an API token has no session to end, and sets no first password.
  'DELETE /sessions/current': { inOrg: [{ ask: () => ({}), expected: always('INSUFFICIENT_SCOPE') }] },
  'POST /me/password': {
    inOrg: [{ ask: () => ({ body: { new_password: 'a long enough one' } }), expected: always('INSUFFICIENT_SCOPE') }],
  },
  'GET /org-units': { scope: 'read:org-units', inOrg: anybody },
  'GET /org-units/:id': { scope: 'read:org-units', inOrg: [{ ask: inUnit('other'), expected: always('200') }] },
  'GET /org-units/:id/members': { scope: 'read:org-units', inOrg: [{ ask: inUnit('other'), expected: always('200') }] },
  'POST /org-units': {
    scope: 'write:org-units',
    inOrg: (['own', 'below', 'other'] as const).map((unit) => ({
      what: `under ${unit}`,
      ask: (_, { units }) => ({ body: { name: 'x', parent_id: units[unit] } }),
      expected: unitAdmin(unit === 'other' ? never : departmentAdmin, '201'),
    })),
  },
  'PATCH /org-units/:id': {
    scope: 'write:org-units',
    inOrg: (['own', 'below', 'other'] as const).map((unit) => ({
      what: unit,
      ask: inUnit(unit, { name: 'y' }),
      expected: unitAdmin(unit === 'below' ? departmentAdmin : never),
    })),
  },
  'DELETE /org-units/:id': {
    scope: 'write:org-units',
    inOrg: [
      { what: 'other', ask: inUnit('other'), expected: unitAdmin(never) },
      {
        what: 'below, with a member',
        ask: inUnit('below'),
        expected: (cell) => (roomAdmins(cell) || departmentAdmin(cell) ? 'ORG_UNIT_NOT_EMPTY' : 'INSUFFICIENT_ROLE'),
      },
    ],
  },
  'POST /org-units/:id/members': {
    scope: 'write:org-units',
    inOrg: (['own', 'below', 'other'] as const).map((unit) => ({
      what: unit,
      ask: inUnit(unit, { role: 'member' }, 'nobody'),
      expected: unitAdmin(unit === 'other' ? never : departmentAdmin, '201'),
    })),
  },
  'DELETE /org-units/:id/members/:user_id': {
    scope: 'write:org-units',
    inOrg: [{ what: 'below', ask: inUnit('below'), expected: unitAdmin(departmentAdmin) }],
  },
  'GET /users/:id/org-units': {
    scope: 'read:org-units',
    inOrg: [
      oneself(always('200')),
      {
        what: 'somebody within reach',
        ask: (_, { within }) => ({ params: { id: within.id } }),
        expected: orgRole((cell) => oversees(cell) || departmentAdmin(cell)),
      },
      {
        what: 'somebody out of reach',
        ask: (_, { nobody }) => ({ params: { id: nobody.id } }),
        expected: orgRole(oversees),
      },
    ],
  },
  'GET /audit-events': { scope: 'read:audit', inRoom: auditOfRoom, inOrg: auditOfAll },
  'GET /audit-events/export': { scope: 'read:audit', inRoom: auditOfRoom, inOrg: auditOfAll },
  'POST /access/explain': {
    scope: 'read:access',
    inRoom: [
      {
        what: 'a room',
        ask: explained((at) => ({ action: 'room.see', room_id: at.room })),
        expected: sight(grant((cell) => readsAudit(cell) || isRoomOwner(cell), always('200'), lacksBoth)),
      },
      {
        what: 'a file',
        ask: explained((at) => ({ action: 'file.see', file_id: at.file })),
        expected: (cell) =>
          readsAudit(cell) && cell.cleared ? '200' : sightOfFile(grant(isRoomOwner, always('200'), lacksBoth))(cell),
      },
    ],
    inOrg: [
      {
        what: 'oneself',
        ask: (_, __, self) => ({ body: { user_id: self.id, action: 'room.create' } }),
        expected: always('200'),
      },
      {
        what: 'somebody else',
        ask: (_, { nobody }) => ({ body: { user_id: nobody.id, action: 'room.create' } }),
        expected: orgRole(readsAudit),
      },
    ],
  },
  'GET /destruction-receipts/:id': {
    scope: 'read:audit',
    inOrg: [
      {
        ask: (_, { receipt }) => ({ params: { id: receipt } }),
        expected: grant(readsAudit, always('200'), always('RECEIPT_NOT_FOUND')),
      },
    ],
  },
  'GET /destruction-receipts/:id/files': {
    scope: 'read:audit',
    inOrg: [
      {
        ask: (_, { receipt }) => ({ params: { id: receipt } }),
        expected: grant(readsAudit, always('200'), always('RECEIPT_NOT_FOUND')),
      },
    ],
  },
  'GET /classifications': { inOrg: anybody },
  'GET /openapi.json': { open: { ask: () => ({}), expected: '200' } },
};

function orgRoleOnTarget(holds: (cell: OrgCell, target: OrgRole) => boolean) {
  return (cell: OrgCell, target: OrgRole): string => (holds(cell, target) ? '200' : 'INSUFFICIENT_ROLE');
}

function setsClearance(cell: OrgCell, target: OrgRole): boolean {
  return oneOf('owner', 'security_officer', 'domain_admin')(cell) && !isAbove(target, cell.role);
}

function deactivates(cell: OrgCell): boolean {
  return oneOf('owner', 'domain_admin', 'security_officer')(cell);
}
