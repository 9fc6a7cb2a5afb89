import type { AuditEvent } from '@strongroom/client';

export type GrowingBurst = Readonly<{ key: string; events: AuditEvent[]; keys: AuditEvent[] }>;

type IsNear = (burst: readonly AuditEvent[], instant: string) => boolean;

/** Whether a link needed the key of this file: the link leads to it, or to several files of which some are still without a key. */
function needs({ events: [made], keys }: GrowingBurst, { target }: AuditEvent): boolean {
  const { file_id: fileId, files } = made?.data ?? {};
  if (typeof fileId === 'string') return fileId === target.id;
  const ids = new Set(keys.map((key) => key.target.id));
  return typeof files === 'number' && (ids.has(target.id) || ids.size < files);
}

/** New links of events that come newest first, which wait for the releases of their keys. */
export function linksInWork(isNear: IsNear) {
  const links = new Map<string, GrowingBurst[]>();
  const placeOf = ({ actor, target }: AuditEvent): string => `${actor.id} ${target.room_id}`;
  return {
    note(burst: GrowingBurst): void {
      const [event] = burst.events;
      if (event?.type !== 'share.created') return;
      const place = placeOf(event);
      links.set(place, [burst, ...(links.get(place) ?? [])]);
    },
    /** Puts the release of a key to the link that was made next; false where no link needed it. */
    take(key: AuditEvent): boolean {
      const place = placeOf(key);
      const near = (links.get(place) ?? []).filter(({ events, keys }) => isNear([...events, ...keys], key.occurred_at));
      links.set(place, near);
      const link = near.find((one) => needs(one, key));
      link?.keys.push(key);
      return link !== undefined;
    },
  };
}
