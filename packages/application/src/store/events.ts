import type { AuditEvent } from '@strongroom/domain';
import { APPEND_ONLY_COLLECTION } from '@strongroom/ports';
import { defineCollection } from './collection.ts';

type Facets = Readonly<{ label: string; roomId?: string; actorId?: string; what?: string }>;

/** The list key of events with these facets. An omitted facet means any. */
export const eventKey = ({ label, roomId = '', actorId = '', what = '' }: Facets): string =>
  `${label}|${roomId}|${actorId}|${what}`;

/** Events without a label are listed under an empty one, which every clearance reaches. */
const labelOfEvent = (event: AuditEvent): string => event.target.label ?? '';

const actorIdOf = (event: AuditEvent): string | undefined =>
  event.actor.type === 'system' ? undefined : event.actor.id;

/** Events are listed by any combination of room, actor, and type or outcome, so each carries a key for every one. */
function keysOf(event: AuditEvent): readonly string[] {
  const label = labelOfEvent(event);
  const { roomId } = event.target;
  const actorId = actorIdOf(event);
  const keys: string[] = [];
  for (const room of roomId === null ? [''] : ['', roomId])
    for (const actor of actorId === undefined ? [''] : ['', actorId])
      for (const what of ['', event.type, event.outcome])
        keys.push(eventKey({ label, roomId: room, actorId: actor, what }));
  return keys;
}

export const events = defineCollection<AuditEvent>({
  name: APPEND_ONLY_COLLECTION,
  id: (event) => event.id,
  position: (event) => event.occurredAt,
  keys: keysOf,
});
