import { IdReference, OrgUnitId, OrgUnitName, optional, RoomDescription, UnitRole, UserId } from '@strongroom/domain';
import { created, listed, ok, withStatus } from '../describe/answers.ts';
import { Is } from '../describe/is.ts';
import { MayPageQuery, PageQuery, pageRequest } from '../describe/page.ts';
import { one, pageOf } from '../describe/shape.ts';
import {
  OrgUnitDeletedView,
  OrgUnitView,
  orgUnitView,
  UnitMemberRemovedView,
  UnitMembershipView,
  UnitMemberView,
  UserUnitView,
  unitMembershipView,
  unitMemberView,
  userUnitView,
} from './org-units.views.ts';
import { route } from './route.ts';

class CreateUnitBody {
  @Is(OrgUnitName) name!: OrgUnitName;
  @Is(optional(RoomDescription)) description?: RoomDescription;
  @Is(optional(IdReference)) parent_id?: string;
}

class EditUnitBody {
  @Is(optional(OrgUnitName)) name?: OrgUnitName;
  @Is(optional(RoomDescription)) description?: RoomDescription;
}

class AddUnitMemberBody {
  @Is(IdReference) user_id!: string;
  @Is(UnitRole) role!: UnitRole;
}

const oneUnit = { id: OrgUnitId };
const whereUnitIs = { kind: 'org-unit', param: 'id' } as const;

export const orgUnitRoutes = [
  route({
    operationId: 'listOrgUnits',
    method: 'get',
    path: '/org-units',
    access: 'signed-in',
    action: 'org_unit.list',
    summary: 'List the org units',
    query: MayPageQuery,
    answer: pageOf(OrgUnitView),
    status: [200],
    handle: async (app, ctx, { query }) => listed(orgUnitView, await app.orgUnits.list(ctx, pageRequest(query))),
  }),
  route({
    operationId: 'createOrgUnit',
    method: 'post',
    path: '/org-units',
    access: 'signed-in',
    action: 'org_unit.create',
    summary: 'Create an org unit',
    description: 'Below the root, or below the named unit. A department admin creates units below their own.',
    body: CreateUnitBody,
    answer: one(OrgUnitView),
    status: [201],
    errors: ['LIMIT_REACHED'],
    handle: async (app, ctx, { body }) => {
      const seen = await app.orgUnits.create(ctx, {
        name: body.name,
        description: body.description,
        parentId: body.parent_id,
      });
      return created(orgUnitView(seen), `/api/v1/org-units/${seen.unit.id}`);
    },
  }),
  route({
    operationId: 'getOrgUnit',
    method: 'get',
    path: '/org-units/:id',
    access: 'signed-in',
    action: 'org_unit.get',
    locate: whereUnitIs,
    summary: 'Get an org unit',
    params: oneUnit,
    answer: one(OrgUnitView),
    status: [200],
    handle: async (app, ctx, { params }) => ok(orgUnitView(await app.orgUnits.get(ctx, { unitId: params.id }))),
  }),
  route({
    operationId: 'editOrgUnit',
    method: 'patch',
    path: '/org-units/:id',
    access: 'signed-in',
    action: 'org_unit.manage',
    locate: whereUnitIs,
    summary: 'Change name or description of an org unit',
    params: oneUnit,
    body: EditUnitBody,
    answer: one(OrgUnitView),
    status: [200],
    handle: async (app, ctx, { params, body }) =>
      ok(
        orgUnitView(
          await app.orgUnits.edit(ctx, { unitId: params.id, name: body.name, description: body.description }),
        ),
      ),
  }),
  route({
    operationId: 'deleteOrgUnit',
    method: 'delete',
    path: '/org-units/:id',
    access: 'signed-in',
    action: 'org_unit.manage',
    locate: whereUnitIs,
    summary: 'Delete an empty org unit',
    params: oneUnit,
    answer: one(OrgUnitDeletedView),
    status: [200],
    errors: ['ORG_UNIT_NOT_EMPTY'],
    handle: async (app, ctx, { params }) => {
      const { unitId } = await app.orgUnits.delete(ctx, { unitId: params.id });
      return ok({ id: unitId, status: 'deleted' as const });
    },
  }),
  route({
    operationId: 'listOrgUnitMembers',
    method: 'get',
    path: '/org-units/:id/members',
    access: 'signed-in',
    action: 'org_unit.get',
    locate: whereUnitIs,
    summary: 'List the members of an org unit, by user id',
    params: oneUnit,
    query: PageQuery,
    answer: pageOf(UnitMemberView),
    status: [200],
    handle: async (app, ctx, { params, query }) =>
      listed(unitMemberView, await app.orgUnits.listMembers(ctx, { unitId: params.id, ...pageRequest(query) })),
  }),
  route({
    operationId: 'addOrgUnitMember',
    method: 'post',
    path: '/org-units/:id/members',
    access: 'signed-in',
    action: 'org_unit.members',
    locate: whereUnitIs,
    summary: 'Add a user to an org unit, or give one another role there',
    description: '201 for a new member, 200 for one who was there already.',
    params: oneUnit,
    body: AddUnitMemberBody,
    answer: one(UnitMembershipView),
    status: [200, 201],
    errors: ['INVALID_ROLE', 'USER_ERASED'],
    handle: async (app, ctx, { params, body }) => {
      const { membership, added } = await app.orgUnits.addMember(ctx, {
        unitId: params.id,
        userId: body.user_id,
        role: body.role,
      });
      return withStatus(added ? 201 : 200, unitMembershipView(membership));
    },
  }),
  route({
    operationId: 'removeOrgUnitMember',
    method: 'delete',
    path: '/org-units/:id/members/:user_id',
    access: 'signed-in',
    action: 'org_unit.members.remove',
    locate: whereUnitIs,
    summary: 'Remove a user from an org unit',
    params: { id: OrgUnitId, user_id: UserId },
    answer: one(UnitMemberRemovedView),
    status: [200],
    handle: async (app, ctx, { params }) => {
      const { unitId, userId } = await app.orgUnits.removeMember(ctx, { unitId: params.id, userId: params.user_id });
      return ok({ org_unit_id: unitId, user_id: userId, removed: true });
    },
  }),
  route({
    operationId: 'listUserOrgUnits',
    method: 'get',
    path: '/users/:id/org-units',
    access: 'signed-in',
    action: 'user.units',
    summary: 'List the org units a user belongs to',
    params: { id: UserId },
    query: PageQuery,
    answer: pageOf(UserUnitView),
    status: [200],
    handle: async (app, ctx, { params, query }) =>
      listed(userUnitView, await app.orgUnits.ofUser(ctx, { userId: params.id, ...pageRequest(query) })),
  }),
];
