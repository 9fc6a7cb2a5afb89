import type { AuditEvent, EventType, Instant, RoomId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { auditFilterOf, type EventDeps, mayReadEvents } from '../../steps/audit/event-filter.ts';
import { type Sight, walkEvents } from '../../steps/audit/walk-events.ts';

/** Events by which the key of a file was released to a person or to the holder of a link. */
const OPENED: readonly EventType[] = ['file.downloaded', 'share.redeemed'];

/** Openings of a file by a user, or by holders of a link. */
export type Openings = Readonly<{
  actor: Readonly<{ type: 'user' | 'share'; id: string }>;
  fileId: string;
  count: number;
  firstAt: Instant;
  lastAt: Instant;
}>;

export type OpeningsFilter = Readonly<{
  roomId?: RoomId | undefined;
  /** Inclusive. */
  from?: Instant | undefined;
  /** Exclusive. */
  to?: Instant | undefined;
}>;

/**
 * Counts from the record who opened which file, as far as the caller may read events: the latest opened first. Throws
 * ROOM_NOT_FOUND, INSUFFICIENT_ROLE, INSUFFICIENT_ROOM_ROLE.
 */
export const reportOpenings =
  (deps: EventDeps & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, filter: OpeningsFilter): Promise<readonly Openings[]> => {
    const found = new Map<string, Openings>();
    for (const type of OPENED) {
      const sightNow = async (): Promise<Sight<AuditEvent>> => {
        const who = await mayReadEvents(deps, ctx, filter.roomId);
        return { filter: auditFilterOf(deps, who, { ...filter, type }), seen: (event) => event };
      };
      for await (const event of walkEvents(deps, await sightNow(), sightNow)) add(found, event);
    }
    return [...found.values()].sort(
      (one, other) => other.lastAt - one.lastAt || keyOf(one).localeCompare(keyOf(other)),
    );
  };

const keyOf = ({ actor, fileId }: Pick<Openings, 'actor' | 'fileId'>): string => `${actor.id} ${fileId}`;

function add(found: Map<string, Openings>, { actor, target, data, occurredAt }: AuditEvent): void {
  // The target of a redemption is the link.
  const fileId = target.type === 'share' ? data['file_id'] : target.id;
  if (actor.type === 'system' || typeof fileId !== 'string') return;
  const opening = { actor: { type: actor.type, id: actor.id }, fileId };
  const known = found.get(keyOf(opening));
  found.set(keyOf(opening), {
    ...opening,
    count: (known?.count ?? 0) + 1,
    // Events may be recorded out of the order of their times.
    firstAt: known === undefined || occurredAt < known.firstAt ? occurredAt : known.firstAt,
    lastAt: known === undefined || occurredAt > known.lastAt ? occurredAt : known.lastAt,
  });
}
