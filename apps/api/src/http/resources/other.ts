import { DomainError } from '@strongroom/domain';

type OtherQuery = Readonly<{ as_group?: string; as_member?: string }>;
type Other = Readonly<{ group: string } | { member: string }>;

/** The group or member as whom an owner views a room. Throws VALIDATION_ERROR for two at once. */
export function otherOf({ as_group: group, as_member: member }: OtherQuery): Other | undefined {
  if (group !== undefined && member !== undefined) throw new DomainError('VALIDATION_ERROR', { details: [ONE_PLACE] });
  if (group !== undefined) return { group };
  return member === undefined ? undefined : { member };
}

const ONE_PLACE = { field: 'as_member', rule: 'one_place', message: 'is not sent together with as_group' };
