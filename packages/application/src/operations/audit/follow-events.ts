import { DomainError, type RoomId, type UserId } from '@strongroom/domain';
import type { AuditFilter } from '@strongroom/ports';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import {
  auditFilterOf,
  type EventDeps,
  type EventSeen,
  eventsFor,
  mayReadEvents,
} from '../../steps/audit/event-filter.ts';
import { eventsFrom, isAnyFrom } from '../../steps/audit/events-from.ts';

export type FollowedPart = Readonly<{
  /** Number of the first event to return. */
  position: number;
  /** Maximum wait for an event, in seconds. */
  wait: number;
  roomId?: RoomId | undefined;
}>;

const POLL_MS = 500;
/** Requests of this process that wait at once: each asks the store twice a second. Further ones are answered at once. */
const MAX_WAITING = 64;
/** Maximum number of waiting requests of one user, so that others find a place. */
const MAX_WAITING_EACH = 8;

/**
 * The first events from a position on that the caller may see, oldest first, at most 500; waits for one if there is none. The
 * number of the last one plus one is the next position. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROLE, INSUFFICIENT_ROOM_ROLE, and
 * INVALID_CURSOR for a position beyond the end: the log was restored from a backup, or is another one.
 */
export function followEvents(deps: EventDeps & Pick<Deps, 'documents' | 'clock'>) {
  const { documents, clock } = deps;
  const waiting = new Waiting();
  const comes = async (ctx: SignedIn, filter: AuditFilter, { position, wait }: FollowedPart): Promise<boolean> => {
    const { userId } = ctx.credential;
    if (!waiting.begin(userId)) return false;
    try {
      for (let polls = (wait * 1000) / POLL_MS; polls > 0; polls--) {
        await clock.pause(POLL_MS);
        if (await isAnyFrom(documents.audit, filter, position)) return true;
      }
      return false;
    } finally {
      waiting.end(userId);
    }
  };
  return async (ctx: SignedIn, part: FollowedPart): Promise<AsyncIterable<EventSeen>> => {
    const sightNow = async () => {
      const who = await mayReadEvents(deps, ctx, part.roomId);
      return { filter: auditFilterOf(deps, who, { roomId: part.roomId }), seen: eventsFor(who) };
    };
    const read = async ({ filter, seen }: Awaited<ReturnType<typeof sightNow>>) =>
      (await eventsFrom(documents.audit, filter, part.position)).map(seen);
    const first = await sightNow();
    if (part.position > (await documents.audit.head()).size) throw new DomainError('INVALID_CURSOR');
    const there = (await isAnyFrom(documents.audit, first.filter, part.position)) ? await read(first) : [];
    return (async function* () {
      yield* there;
      // The caller may lose the right during the wait.
      if (there.length === 0 && (await comes(ctx, first.filter, part))) yield* await read(await sightNow());
    })();
  };
}

/** Requests that wait, by user. */
class Waiting {
  readonly #byUser = new Map<UserId, number>();
  #all = 0;

  /** Whether the user may wait. */
  begin(userId: UserId): boolean {
    const own = this.#byUser.get(userId) ?? 0;
    if (own >= MAX_WAITING_EACH || this.#all >= MAX_WAITING) return false;
    this.#byUser.set(userId, own + 1);
    this.#all++;
    return true;
  }

  end(userId: UserId): void {
    const own = this.#byUser.get(userId) ?? 0;
    if (own > 1) this.#byUser.set(userId, own - 1);
    else this.#byUser.delete(userId);
    this.#all--;
  }
}
