import type { AuditEvent } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import type { FoundNames, NamesFinder } from './sentence-parts.ts';

/** Names that are known, with those that are found for these events. */
export function useFoundNames(
  events: readonly AuditEvent[],
  known: FoundNames,
  find: NamesFinder | undefined,
): FoundNames {
  const found = useQuery({
    queryKey: ['names-of-events', events.length, events[0]?.id, events.at(-1)?.id, known.names.size],
    queryFn: () => find?.(events) ?? known,
    enabled: find !== undefined && events.length > 0,
    staleTime: 30_000,
    placeholderData: (before) => before,
  }).data;
  return found === undefined ? known : joinNames(found, known);
}

/** Of two names of a thing the second is taken: the name of a room leads to its activity there. */
export const joinNames = (one: FoundNames, other: FoundNames): FoundNames => ({
  names: new Map([...one.names, ...other.names]),
  links: new Map([...one.links, ...other.links]),
});
