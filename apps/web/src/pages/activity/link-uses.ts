import type { AuditEvent } from '@strongroom/client';
import type { LinkNames } from './event-actor.ts';

/** The file that an event concerns: changes of a link name the link alone. */
export const fileOf = ({ target, data }: AuditEvent, links: LinkNames): string | undefined =>
  typeof data['file_id'] === 'string'
    ? data['file_id']
    : (links.get(target.id ?? '')?.fileId ?? target.id ?? undefined);

const isOfContent = ({ type }: AuditEvent): boolean => type === 'share.resumed';

type PartsOfUse = Readonly<{
  /** The events that the sentence is about. */
  spoken: readonly AuditEvent[];
  /** The number of files whose keys were released, where no other words say it. */
  keys: number;
}>;

/**
 * A use of a link releases keys, and then contents are asked for, several times for a large one. The use of a link to one file
 * opened it. Of several files those matter whose contents were asked for.
 */
export function partsOfUse(events: readonly AuditEvent[], links: LinkNames): PartsOfUse {
  const uses = events.filter((event) => !isOfContent(event));
  if (uses.length === 0 || uses.length === events.length) return { spoken: events, keys: 0 };
  const keys = new Set(uses.map((event) => fileOf(event, links))).size;
  if (keys === 1) return { spoken: uses, keys: 0 };
  const link = links.get(events[0]?.actor.id ?? '');
  // The words for a link without a name say its number of files.
  const isSaid = link !== undefined && link.name === null && link.files === keys;
  return { spoken: events.filter(isOfContent), keys: isSaid ? 0 : keys };
}
