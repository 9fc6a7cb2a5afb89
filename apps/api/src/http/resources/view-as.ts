import { DomainError } from '@strongroom/domain';

type ViewAsQuery = Readonly<{ as_group?: string; as_member?: string }>;
type ViewAs = Readonly<{ group: string } | { member: string }>;

/** The group or member as whom an owner views a room. Throws VALIDATION_ERROR for two at once. */
export function viewAsOf({ as_group: group, as_member: member }: ViewAsQuery): ViewAs | undefined {
  if (group !== undefined && member !== undefined) throw new DomainError('VALIDATION_ERROR', { details: [ONE_PLACE] });
  if (group !== undefined) return { group };
  return member === undefined ? undefined : { member };
}

const ONE_PLACE = { field: 'as_member', rule: 'one_place', message: 'is not sent together with as_group' };
