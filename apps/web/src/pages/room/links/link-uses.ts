import type { AuditEvent } from '@strongroom/client';

/** A download by a link. `files`: those whose keys it got. `from`: the address of the recipient's network. */
export type LinkUse = Readonly<{ key: string; at: string; files: number; from: string | null }>;

type Event = Pick<AuditEvent, 'id' | 'occurred_at' | 'data' | 'request'>;

/** The downloads that events about released keys tell of, in their order. A download has an event for each of its files. */
export function usesIn(events: readonly Event[]): readonly LinkUse[] {
  const uses = new Map<string, LinkUse>();
  for (const { id, occurred_at: at, data, request } of events) {
    const { redemption } = data;
    const key = typeof redemption === 'string' ? redemption : id;
    const known = uses.get(key);
    // The newest event comes first, and a download began with its oldest one.
    const files = (known?.files ?? 0) + (data['replayed'] === true ? 0 : 1);
    uses.set(key, { key, at, files, from: request?.ip ?? null });
  }
  return [...uses.values()];
}

type Page = Readonly<{ data: readonly Event[]; meta: Readonly<{ next_cursor: string | null }> }>;
type Bounds = Readonly<{ most: number; pages: number }>;

/** The newest downloads, each whole: one that the last page cuts is left out. */
export async function newestUses(
  read: (cursor: string | undefined) => Promise<Page>,
  { most, pages }: Bounds,
): Promise<readonly LinkUse[]> {
  const events: Event[] = [];
  for (let cursor: string | undefined, page = 1; ; page++) {
    const { data, meta } = await read(cursor);
    events.push(...data);
    const uses = usesIn(events);
    if (meta.next_cursor === null) return uses.slice(0, most);
    if (uses.length > most || page === pages) return uses.slice(0, Math.min(most, uses.length - 1));
    cursor = meta.next_cursor;
  }
}
