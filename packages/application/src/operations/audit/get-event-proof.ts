import { eventOfText } from '@strongroom/audit-log';
import { DomainError, type EventId, type RoomId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { auditFilterOf, type EventDeps, eventsFor, mayReadEvents, showsWhole } from '../../steps/audit/event-filter.ts';
import { proveEvent } from '../../steps/audit/prove-event.ts';

type GetEventProofInput = Readonly<{ eventId: EventId; roomId?: RoomId | undefined }>;

/**
 * The proof that the log holds an event that the caller may read: of the whole log, or of a room they own. Throws
 * EVENT_NOT_FOUND, also for an event with details that the caller does not see, ROOM_NOT_FOUND, INSUFFICIENT_ROLE,
 * INSUFFICIENT_ROOM_ROLE; Unavailable for a log that cannot be signed.
 */
export const getEventProof =
  (deps: EventDeps & Pick<Deps, 'documents' | 'checkpointer' | 'log'>) =>
  async (ctx: SignedIn, { eventId, roomId }: GetEventProofInput): Promise<string> => {
    const who = await mayReadEvents(deps, ctx, roomId);
    const { labels } = auditFilterOf(deps, who, {});
    const { audit } = deps.documents;
    const seq = await audit.seqOf(eventId);
    // Reads an event in any case: an absent one must not be answered sooner than a hidden one.
    const [text] = await audit.texts(seq ?? 0, 1);
    const event = text === undefined ? undefined : eventsFor(who)(eventOfText(text, null));
    const isSeen =
      event !== undefined &&
      labels.includes(event.target.label ?? '') &&
      (roomId === undefined || event.target.roomId === roomId) &&
      showsWhole(event, ctx);
    if (seq === undefined || text === undefined || !isSeen) throw new DomainError('EVENT_NOT_FOUND');
    return proveEvent(deps, { seq, text });
  };
