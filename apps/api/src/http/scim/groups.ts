import {
  DomainError,
  ExternalId,
  formatInstant,
  type OrgUnit,
  OrgUnitId,
  OrgUnitName,
  type UserId,
} from '@strongroom/domain';
import type { Answer } from '@strongroom/http-kernel';
import { patchedGroup, sentGroup } from './group-values.ts';
import { asksForAttribute, listResources, objectIn, projectAttributes, type ResourceSource } from './listing.ts';
import { readPatch } from './patch-body.ts';
import type { ScimCall, ScimResource } from './resource.ts';
import { GROUP_SCHEMA } from './schemas.ts';
import { noContent, type ScimObject, scimAnswer } from './scim-answer.ts';
import { badRequest, ScimRefusal } from './scim-refusal.ts';
import { validScimValue } from './user-values.ts';

/** Maximum number of members in one list; it ends before the group that exceeds it. */
const MAX_LISTED_MEMBERS = 20_000;

const groupShown = (unit: OrgUnit, members: readonly UserId[] | undefined, base: string): ScimObject => ({
  schemas: [GROUP_SCHEMA],
  id: unit.id,
  ...(unit.externalId && { externalId: unit.externalId }),
  displayName: unit.name,
  ...(members && {
    members: members.map((id) => ({ value: id, $ref: `${base}/Users/${id}`, type: 'User' })),
  }),
  meta: { resourceType: 'Group', created: formatInstant(unit.createdAt), location: `${base}/Groups/${unit.id}` },
});

async function answer(status: number, unit: OrgUnit, call: ScimCall): Promise<Answer> {
  const { app, ctx, base, query } = call;
  const members = asksForAttribute(query, 'members') ? await app.directory.members(ctx, unit.id) : undefined;
  const headers = ['Location', `${base}/Groups/${unit.id}`];
  return scimAnswer(status, projectAttributes(groupShown(unit, members, base), query), headers);
}

function idOf(text: string): OrgUnitId {
  if (!OrgUnitId.is(text)) throw new ScimRefusal(404, 'There is no such group.');
  return text;
}

const sourceOf = ({ app, ctx, base }: ScimCall): ResourceSource<OrgUnit> => ({
  part: (part) => app.directory.groups(ctx, part),
  indexed: (equalities) => {
    const [id, externalId] = [equalities.get('id'), equalities.get('externalid')];
    if (id !== undefined) return OrgUnitId.is(id) ? app.directory.groupsBy(ctx, { id }) : Promise.resolve([]);
    return externalId === undefined ? undefined : app.directory.groupsBy(ctx, { externalId });
  },
  shown: async (units, isWanted) => {
    if (!isWanted('members')) return units.map((unit) => groupShown(unit, undefined, base));
    const shown: ScimObject[] = [];
    let listed = 0;
    for (const unit of units) {
      listed += unit.members;
      if (listed > MAX_LISTED_MEMBERS && shown.length > 0) break;
      shown.push(groupShown(unit, await app.directory.members(ctx, unit.id), base));
    }
    return shown;
  },
});

/** Org units below the root, as groups (RFC 7643 section 4.2). */
export const GROUPS: ScimResource = {
  list: async (call) => scimAnswer(200, await listResources(call.query, sourceOf(call))),
  create: async (call, body) => {
    const { members, ...sent } = sentGroup(objectIn(body));
    const { name, externalId } = valuesOf(sent);
    const values = { name: name ?? OrgUnitName.parse(sent.name), externalId, members };
    return answer(201, await named(() => call.app.directory.createGroup(call.ctx, values)), call);
  },
  get: async (call, id) => answer(200, await call.app.directory.group(call.ctx, idOf(id)), call),
  replace: async (call, id, body) => {
    const unitId = idOf(id);
    const { members, ...sent } = sentGroup(objectIn(body));
    return change(call, unitId, { ...sent, isCleared: true, added: members, removed: [] });
  },
  patch: (call, id, body) => change(call, idOf(id), patchedGroup(readPatch(objectIn(body)))),
  delete: async ({ app, ctx }, id) => {
    await app.directory.deleteGroup(ctx, { unitId: idOf(id) });
    return noContent;
  },
};

async function change(
  call: ScimCall,
  unitId: OrgUnitId,
  { isCleared, added, removed, ...sent }: ReturnType<typeof patchedGroup>,
): Promise<Answer> {
  const { app, ctx } = call;
  const values = valuesOf(sent);
  await app.directory.group(ctx, unitId);
  const stays = new Set(added);
  const leaving = isCleared ? (await app.directory.members(ctx, unitId)).filter((id) => !stays.has(id)) : removed;
  const input = { unitId, ...values, added, removed: leaving };
  return answer(200, await named(() => app.directory.editGroup(ctx, input)), call);
}

const valuesOf = ({ name, externalId }: Readonly<{ name?: string; externalId?: string | null }>) => ({
  name: validScimValue(OrgUnitName, 'displayName', name),
  externalId: externalId === null ? null : validScimValue(ExternalId, 'externalId', externalId),
});

/** A member that is not a user is a wrong value of the request, not an address that is not there. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'USER_NOT_FOUND')
      throw badRequest('invalidValue', 'A member is no user of the organisation.');
    throw error;
  }
}
