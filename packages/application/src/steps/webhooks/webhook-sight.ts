import {
  type AuditEvent,
  allows,
  type Room,
  type RoomId,
  subjectOf,
  type User,
  type Webhook,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { CurrentCaller } from '../../kernel/sight.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';
import { auditFilterOf, eventsFor } from '../audit/event-filter.ts';
import type { EventSight } from '../audit/walk-events.ts';

export type SightDeps = Pick<Deps, 'documents' | 'labelRules' | 'clock'>;

/** `sees`: whether the maker sees an event of the filter. */
type WebhookSight = EventSight<AuditEvent> & Readonly<{ sees: (event: AuditEvent) => Promise<boolean> }>;

/** The events that the maker of a webhook may see now; undefined for one who may not have it any more. */
export async function webhookSight(
  { documents, labelRules, clock }: SightDeps,
  { createdBy, roomId }: Pick<Webhook, 'createdBy' | 'roomId'>,
): Promise<WebhookSight | undefined> {
  const refs = [
    refTo(users, createdBy),
    ...(roomId === undefined ? [] : [refTo(rooms, roomId), refTo(memberships, membershipId(roomId, createdBy))]),
  ];
  const [person, place, belonging] = await documents.read(refs);
  const user: User | undefined = person && stateOf(users, person);
  if (user?.status !== 'active') return undefined;
  const who: CurrentCaller = { user, subject: subjectOf(labelRules, user, null, clock.now()), labelRules };
  const room: Room | undefined = place && stateOf(rooms, place);
  const membership = belonging && stateOf(memberships, belonging);
  const isAllowed =
    roomId === undefined ? allows('webhook.manage', who) : allows('webhook.room.manage', { ...who, room, membership });
  if (!isAllowed) return undefined;
  const seesAll = roomId !== undefined || allows('audit.read', who);
  return {
    filter: auditFilterOf({ labelRules }, who, { roomId }),
    seen: eventsFor(who),
    sees: async (event) => seesAll || (await readsLogOf({ documents }, who, event.target.roomId)),
  };
}

/** Whether a domain admin, who does not read the whole log, reads that of a room. */
async function readsLogOf(
  { documents }: Pick<SightDeps, 'documents'>,
  who: CurrentCaller,
  roomId: RoomId | null,
): Promise<boolean> {
  if (roomId === null) return false;
  const refs = [refTo(rooms, roomId), refTo(memberships, membershipId(roomId, who.user.id))];
  const [place, belonging] = await documents.read(refs);
  const room = place && stateOf(rooms, place);
  return allows('audit.room.read', { ...who, room, membership: belonging && stateOf(memberships, belonging) });
}
