import { type AuditEvent, type EventType, type Instant, type RoomId, UserId } from '@strongroom/domain';
import type { AuditFilter } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';

type Detail = Readonly<
  | { kind: 'new' | 'replaced'; fileId: string }
  | { kind: 'archived' }
  | { kind: 'added' | 'left'; userId: UserId }
  | { kind: 'received'; requestId: string; itemId: string }
  | { kind: 'used'; linkId: string; use: string }
>;

/** An event that people get mail about. `use`: events of one download of a package have the same. */
export type NewsEvent = Readonly<{ seq: number; occurredAt: Instant; roomId: RoomId; actorId: string | null }> & Detail;

type Reading = (event: AuditEvent) => Detail | undefined;

const READINGS = new Map<string, Reading>(
  Object.entries({
    'file.confirmed': ({ target }) => ({ kind: 'new', fileId: target.id }),
    'file.replaced': ({ target }) => ({ kind: 'replaced', fileId: target.id }),
    'room.archived': () => ({ kind: 'archived' }),
    'member.added': ({ data: { user_id } }) => (UserId.is(user_id) ? { kind: 'added', userId: user_id } : undefined),
    'member.removed': ({ data: { user_id } }) => (UserId.is(user_id) ? { kind: 'left', userId: user_id } : undefined),
    'inbox.received': ({ target, data: { item_id } }) =>
      typeof item_id === 'string' ? { kind: 'received', requestId: target.id, itemId: item_id } : undefined,
    'share.redeemed': ({ id, target, data: { item, download, redemption } }) => {
      // Later pages of a package belong to a download that had its event.
      if (item !== undefined && download === undefined) return undefined;
      return { kind: 'used', linkId: target.id, use: typeof redemption === 'string' ? redemption : id };
    },
  } satisfies Partial<Record<EventType, Reading>>),
);

/** The event as news; undefined for one that no mail is about. */
function newsOf(event: AuditEvent): NewsEvent | undefined {
  const { seq, occurredAt, target, actor, type } = event;
  if (target.roomId === null) return undefined;
  const detail = READINGS.get(type)?.(event);
  const actorId = actor.type === 'system' ? null : actor.id;
  return detail && { seq, occurredAt, roomId: target.roomId, actorId, ...detail };
}

export const newsAmong = (events: readonly AuditEvent[]): readonly NewsEvent[] =>
  events.flatMap((event) => newsOf(event) ?? []);

/** Every event that took place, whatever its label: what a reader may see is decided by the things of now. */
export const everyEvent = ({ labelRules }: Pick<Deps, 'labelRules'>): AuditFilter => ({
  labels: ['', ...labelRules.scheme.map(({ label }) => label)],
  outcome: 'allowed',
});

type Stretch = Readonly<{ roomId: RoomId; from: number; until: number }>;

const IN_ONE_LIST = 500;

/** Reads news of rooms. Members of a room mostly ask for the same stretch, which is read once. */
export class NewsReader {
  readonly #deps: Pick<Deps, 'documents' | 'labelRules'>;
  readonly #known = new Map<string, Promise<readonly NewsEvent[]>>();

  constructor(deps: Pick<Deps, 'documents' | 'labelRules'>) {
    this.#deps = deps;
  }

  /** News of a room in a stretch of the log, oldest first. */
  newsIn(stretch: Stretch): Promise<readonly NewsEvent[]> {
    const key = JSON.stringify(stretch);
    const known = this.#known.get(key) ?? this.#read(stretch);
    this.#known.set(key, known);
    return known;
  }

  async #read({ roomId, from, until }: Stretch): Promise<readonly NewsEvent[]> {
    const filter = { ...everyEvent(this.#deps), roomId };
    const found: NewsEvent[] = [];
    for (let before = until; before > from; ) {
      const events = await this.#deps.documents.audit.list(filter, { limit: IN_ONE_LIST, before, since: from });
      found.push(...newsAmong(events));
      const last = events.at(-1);
      if (last === undefined || events.length < IN_ONE_LIST) break;
      before = last.seq;
    }
    return found.toReversed();
  }
}
