import { defineValue, FolderRole, IdReference, nullable, type Value } from '@strongroom/domain';
import { noteComponent, refTo } from '../describe/components.ts';
import { noteConditions } from '../describe/conditions.ts';
import { Is } from '../describe/is.ts';

type Sent = Readonly<Record<string, unknown>>;
export type AccessSent = readonly Readonly<{ group_id: string; role: FolderRole }>[];

/** Maximum number of groups of a room. */
const MAX_GROUPS_NAMED = 64;

const isObject = (input: unknown): input is Sent =>
  typeof input === 'object' && input !== null && !Array.isArray(input);
const hasOnly = (sent: Sent, fields: readonly string[]): boolean =>
  Object.keys(sent).length === fields.length && fields.every((field) => Object.hasOwn(sent, field));

class FolderGroupBody {
  @Is(IdReference) group_id!: string;
  @Is(FolderRole) role!: FolderRole;
}
noteComponent(FolderGroupBody);

export const AccessGroups: Value<AccessSent> = defineValue({
  name: 'AccessGroups',
  description: 'The groups that see a folder besides owners of the room, each once; none leaves it to the owners.',
  schema: {
    type: 'array',
    items: refTo(FolderGroupBody),
    maxItems: MAX_GROUPS_NAMED,
    examples: [[{ group_id: '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35', role: 'contributor' }]],
  },
  rule: 'items',
  check: (input) => {
    if (!Array.isArray(input) || input.length > MAX_GROUPS_NAMED)
      return `must be a list of at most ${MAX_GROUPS_NAMED} groups`;
    const isWhole = (sent: unknown): sent is Sent => isObject(sent) && hasOnly(sent, ['group_id', 'role']);
    if (!input.every((sent) => isWhole(sent) && IdReference.is(sent['group_id'])))
      return 'must have a group_id and a role in each entry, and nothing else';
    return input.every((sent) => isWhole(sent) && FolderRole.is(sent['role']))
      ? undefined
      : { message: 'must name known roles', code: 'INVALID_ROLE' };
  },
});

export class AccessBody {
  @Is(nullable(AccessGroups)) groups!: AccessSent | null;
}
noteConditions(AccessBody, {
  schema: {},
  example: { groups: [{ group_id: '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35', role: 'contributor' }] },
});

class NewAccessBody {
  @Is(AccessGroups) groups!: AccessSent;
}
noteComponent(NewAccessBody);

export const NewAccess: Value<Readonly<{ groups: AccessSent }>> = defineValue({
  name: 'NewAccess',
  description: 'Restricts the folder from its first moment on.',
  schema: refTo(NewAccessBody),
  rule: 'object',
  check: (input) =>
    isObject(input) && hasOnly(input, ['groups'])
      ? AccessGroups.problem(input['groups'])
      : 'must be an object with groups',
});

export const accessOf = (groups: AccessSent) => groups.map(({ group_id: groupId, role }) => ({ groupId, role }));
