import { hash } from 'node:crypto';
import { type GrantClaims, type Instant, instant, type Label, LabelReference } from '@strongroom/domain';
import type { Change, DocumentStore } from '@strongroom/ports';

/** The highest label that was seen with the key of a room. */
type SeenLabel = Readonly<{ label: Label; version: number }>;

const COLLECTION = 'room-labels';

/**
 * The highest labels that were seen with keys of rooms: a room service whose database was changed cannot bring a room below
 * them. Where all rooms share one key, the label is kept for the room.
 */
export class RoomLabels {
  readonly #documents: Pick<DocumentStore, 'read'>;
  readonly #scope: 'room' | 'organisation';

  constructor(documents: Pick<DocumentStore, 'read'>, scope: 'room' | 'organisation') {
    this.#documents = documents;
    this.#scope = scope;
  }

  /** The id under which the label of a grant's room is stored. */
  idOf({ kms_key_id: key, room }: Pick<GrantClaims, 'kms_key_id' | 'room'>): string {
    return hash('sha256', this.#scope === 'room' ? key : `${key}\n${room}`, 'base64url');
  }

  async seen(ids: readonly string[]): Promise<ReadonlyMap<string, SeenLabel>> {
    const distinct = [...new Set(ids)];
    const found = await this.#documents.read(distinct.map((id) => ({ collection: COLLECTION, id })));
    const seen = new Map<string, SeenLabel>();
    for (const [index, document] of found.entries()) {
      const id = distinct[index];
      if (document === undefined || id === undefined) continue;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored JSON becomes a state
      const { label } = document.body as Readonly<{ label: string }>;
      seen.set(id, { label: LabelReference.parse(label), version: document.version });
    }
    return seen;
  }
}

/** Stores the label of a room. `version` is that of the document it was decided on, 0 for none. */
export function labelChange(
  id: string,
  { label, room }: Readonly<{ label: string; room: string }>,
  version: number,
  now: Instant,
): Change {
  const document = {
    id,
    version: version + 1,
    schema: 1,
    position: instant(now),
    keys: [room],
    uniqueKeys: [],
    body: { label, room },
  };
  return { collection: COLLECTION, ...(version === 0 ? { insert: document } : { replace: document }) };
}

/** Expects a label to be as it was read. */
export const unchangedLabel = (id: string, version: number): Change => ({
  collection: COLLECTION,
  expect: { id, version },
});

/** The documents of a room. */
export const labelsOfRoom = (documents: Pick<DocumentStore, 'list'>, room: string) =>
  documents.list(COLLECTION, { anyOf: [room] }, { limit: 100 });
