import type { AuditEvent } from '@strongroom/client';

/** A download by a link. `files`: those whose keys it got. */
export type LinkUse = Readonly<{ key: string; at: string; files: number }>;

/** The downloads that events about released keys tell of, in their order. A download has an event for each of its files. */
export function usesIn(events: readonly Pick<AuditEvent, 'id' | 'occurred_at' | 'data'>[]): readonly LinkUse[] {
  const uses = new Map<string, LinkUse>();
  for (const { id, occurred_at: at, data } of events) {
    const { redemption } = data;
    const key = typeof redemption === 'string' ? redemption : id;
    const known = uses.get(key);
    // The newest event comes first, and a download began with its oldest one.
    const files = (known?.files ?? 0) + (data['replayed'] === true ? 0 : 1);
    uses.set(key, { key, at, files });
  }
  return [...uses.values()];
}
