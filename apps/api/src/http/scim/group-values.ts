import { UserId } from '@strongroom/domain';
import { equalitiesOf } from './filter.ts';
import { assertIgnored, type PatchOperation } from './patch-body.ts';
import { isObject, memberOf, type ScimObject } from './scim-answer.ts';
import { badRequest } from './scim-refusal.ts';

/** Maximum number of members that one request names. */
const MAX_NAMED = 5000;

type Sent = { name?: string; externalId?: string | null };

/** The whole group of POST and PUT. Throws invalidValue. */
export function sentGroup(body: ScimObject): Readonly<{ name: string; externalId: string | null; members: UserId[] }> {
  const sent: Sent = {};
  setName(sent, memberOf(body, 'displayName'));
  setExternalId(sent, memberOf(body, 'externalId'));
  return { name: sent.name ?? '', externalId: sent.externalId ?? null, members: idsIn(memberOf(body, 'members')) };
}

/** The changes of a PATCH. `isCleared`: every member leaves who is not added. */
export type GroupPatch = Readonly<Sent> &
  Readonly<{ isCleared: boolean; added: readonly UserId[]; removed: readonly UserId[] }>;

/** The changes of the operations, in their order: a later one about the same member counts. Throws invalidValue. */
export function patchedGroup(operations: readonly PatchOperation[]): GroupPatch {
  const sent: Sent = {};
  let isCleared = false;
  const changes = new Map<UserId, 'in' | 'out'>();
  for (const { op, path, value } of operations) {
    const { attribute } = path;
    if (attribute === 'members') {
      const named = membersOf(path, value);
      if (op === 'replace' || (op === 'remove' && named === undefined)) {
        isCleared = true;
        changes.clear();
      }
      for (const id of named ?? []) changes.set(id, op === 'remove' ? 'out' : 'in');
    } else if (attribute === 'displayname') {
      if (op === 'remove') throw badRequest('mutability', 'displayName cannot be removed; replace it.');
      setName(sent, value);
    } else if (attribute === 'externalid') setExternalId(sent, op === 'remove' ? null : value);
    else assertIgnored(path);
  }
  if (changes.size > MAX_NAMED) throw badRequest('tooMany', `A request names at most ${MAX_NAMED} members.`);
  const those = (where: 'in' | 'out') => [...changes].flatMap(([id, is]) => (is === where ? [id] : []));
  return { ...sent, isCleared, added: those('in'), removed: those('out') };
}

/** The members that an operation names: in its path, or as its value; undefined for all of them. */
function membersOf({ filter, part }: PatchOperation['path'], value: unknown): readonly UserId[] | undefined {
  if (filter !== undefined) {
    const id = equalitiesOf(filter).get('value');
    if (id === undefined) throw badRequest('invalidFilter', 'Members are chosen by value, with eq.');
    return idsIn([{ value: id }]);
  }
  if (part !== undefined) throw badRequest('invalidPath', 'Members are added and removed as a whole.');
  return value === undefined || value === null ? undefined : idsIn(value);
}

function setName(sent: Sent, value: unknown): void {
  if (typeof value !== 'string' || value.trim() === '') throw badRequest('invalidValue', 'displayName is a text.');
  sent.name = value;
}

function setExternalId(sent: Sent, value: unknown): void {
  if (value !== undefined && value !== null && typeof value !== 'string')
    throw badRequest('invalidValue', 'externalId is a text.');
  sent.externalId = value || null;
}

function idsIn(value: unknown): UserId[] {
  if (value === undefined || value === null) return [];
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (all.length > MAX_NAMED) throw badRequest('tooMany', `A request names at most ${MAX_NAMED} members.`);
  return [...new Set(all.map(idIn))];
}

function idIn(member: unknown): UserId {
  const type = isObject(member) ? memberOf(member, 'type') : undefined;
  if (typeof type === 'string' && type.toLowerCase() === 'group')
    throw badRequest('invalidValue', 'Members are users: a group is no member of another one.');
  const id = isObject(member) ? memberOf(member, 'value') : member;
  if (!UserId.is(id)) throw badRequest('invalidValue', 'A member has the id of a user as its value.');
  return id;
}
