import type { Instant } from '@strongroom/domain';
import {
  type Change,
  type Clock,
  type DocumentStore,
  DuplicateKey,
  type StorePlace,
  VersionConflict,
} from '@strongroom/ports';
import { LogFault } from '../../kernel/log-fault.ts';
import { documentOf } from '../../store/collection.ts';
import { type NotedPlace, notedPlaceIn, storePlaces } from '../../store/store-places.ts';

type Deps = Readonly<{
  documents: Pick<DocumentStore, 'read' | 'commit' | 'place'>;
  clock: Pick<Clock, 'now'>;
  /** Called by the one process that notes another timeline of the same database. */
  onTimeline?: (timeline: string) => void;
}>;

/** How a store differs from the one that was written last: not at all, by its timeline only, or it is a copy. */
type Difference = 'none' | 'timeline' | 'copy';

/**
 * Throws LogFault for a store that was copied here, such as one restored from a backup: its log may have gone on elsewhere.
 * Notes the place of a new store. Another timeline stops nothing: a standby that takes over has one too, and checkpoints
 * tell whether the log lost something that was signed.
 */
export async function requireSameStore(deps: Deps): Promise<void> {
  const { documents, clock, onTimeline } = deps;
  const here = await documents.place?.();
  if (here === undefined) return;
  const found = await notedPlaceIn(documents);
  const difference = differenceOf(found?.noted, here);
  if (difference === 'copy') throw new LogFault('store_is_restored', restored(here));
  if (found !== undefined && difference === 'none' && !hasMore(here, found.noted)) return;
  try {
    await documents.commit([noting(here, found, clock.now())]);
    if (difference === 'timeline' && here.timeline !== undefined) onTimeline?.(here.timeline);
  } catch (error) {
    // Another process noted the same.
    if (!(error instanceof DuplicateKey || error instanceof VersionConflict)) throw error;
  }
}

/** Throws LogFault for a copy, and notes nothing. */
export async function refuseCopy(documents: Pick<DocumentStore, 'read' | 'place'>): Promise<void> {
  const here = await documents.place?.();
  if (here !== undefined && differenceOf((await notedPlaceIn(documents))?.noted, here) === 'copy')
    throw new LogFault('store_is_restored', restored(here));
}

/** The change that notes the present place of a store as the right one; none for a store without a place. */
export async function placeChange({ documents, clock }: Deps): Promise<readonly Change[]> {
  const here = await documents.place?.();
  return here === undefined ? [] : [noting(here, await notedPlaceIn(documents), clock.now())];
}

function noting(
  { parts, timeline }: StorePlace,
  found: Readonly<{ noted: NotedPlace; version: number }> | undefined,
  since: Instant,
): Change {
  const noted: NotedPlace = { parts: { ...found?.noted.parts, ...parts }, timeline: timeline ?? null, since };
  const document = documentOf(storePlaces, noted, (found?.version ?? 0) + 1);
  return { collection: storePlaces.name, ...(found === undefined ? { insert: document } : { replace: document }) };
}

/** A part that is known to one side only is not compared: the rights of the service may have changed. */
function differenceOf(noted: NotedPlace | undefined, { parts, timeline, isRestored }: StorePlace): Difference {
  if (noted === undefined) return isRestored ? 'copy' : 'none';
  const isCopy = Object.entries(noted.parts).some(
    ([name, value]) => parts[name] !== undefined && parts[name] !== value,
  );
  if (isCopy) return 'copy';
  const isOther = noted.timeline !== null && timeline !== undefined && noted.timeline !== timeline;
  return isOther ? 'timeline' : 'none';
}

const hasMore = ({ parts, timeline }: StorePlace, noted: NotedPlace): boolean =>
  Object.keys(parts).some((name) => noted.parts[name] === undefined) ||
  (timeline !== undefined && noted.timeline === null);

const restored = ({ isRestored }: StorePlace): string =>
  `the store was ${isRestored ? 'restored' : 'restored or copied'} to this place, and its audit log may have gone on elsewhere`;
