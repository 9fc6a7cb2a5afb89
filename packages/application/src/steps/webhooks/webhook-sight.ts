import { type AuditEvent, allows, type Room, subjectOf, type User, type Webhook } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';
import { auditFilterOf, eventsFor } from '../audit/event-filter.ts';
import type { Sight } from '../audit/walk-events.ts';

export type SightDeps = Pick<Deps, 'documents' | 'labelRules' | 'clock'>;

/** The events that the maker of a webhook may see now; undefined for one who may not have it any more. */
export async function webhookSight(
  { documents, labelRules, clock }: SightDeps,
  { createdBy, roomId }: Pick<Webhook, 'createdBy' | 'roomId'>,
): Promise<Sight<AuditEvent> | undefined> {
  const refs = [
    refTo(users, createdBy),
    ...(roomId === undefined ? [] : [refTo(rooms, roomId), refTo(memberships, membershipId(roomId, createdBy))]),
  ];
  const [person, place, belonging] = await documents.read(refs);
  const user: User | undefined = person && stateOf(users, person);
  if (user?.status !== 'active') return undefined;
  const who = { user, subject: subjectOf(labelRules, user, null, clock.now()), labelRules };
  const room: Room | undefined = place && stateOf(rooms, place);
  const membership = belonging && stateOf(memberships, belonging);
  const isAllowed =
    roomId === undefined ? allows('webhook.manage', who) : allows('webhook.room.manage', { ...who, room, membership });
  return isAllowed ? { filter: auditFilterOf({ labelRules }, who, { roomId }), seen: eventsFor(who) } : undefined;
}
