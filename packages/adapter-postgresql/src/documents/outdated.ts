import type { OutdatedPage, StoredDocument } from '@strongroom/ports';
import { isStorable, refuseInexactNumbers } from '@strongroom/store-kit';
import type { Sessions } from '../connection/sessions.ts';
import { DOCUMENT_COLUMNS, documentOf, escapeName } from './rows.ts';

export type OutdatedWalk = Readonly<{ collection: string; below: number; limit: number; after: string | undefined }>;

/** The query, copied when the call is made. Undefined if nothing can match. Throws TypeError. */
export function walkOf(collection: string, { below, limit, after }: OutdatedPage): OutdatedWalk | undefined {
  refuseInexactNumbers([below, limit]);
  if (limit <= 0 || !isStorable(collection)) return undefined;
  return {
    collection: escapeName(collection),
    below,
    limit,
    after: after === undefined || !isStorable(after) ? undefined : escapeName(after),
  };
}

/** Number of documents one statement looks through, in a fraction of a second. */
const STRIDE = 20_000;

/** `end` is the last stored id that was looked at; undefined at the end of the collection. */
type Stride = Readonly<{ documents: readonly StoredDocument[]; end: string | undefined }>;

const LAST = `SELECT id FROM documents WHERE collection = $1 AND ($2::text IS NULL OR id > $2)
  ORDER BY id OFFSET ${STRIDE - 1} LIMIT 1`;

const WALK = `SELECT ${DOCUMENT_COLUMNS} FROM documents AS d
  WHERE d.collection = $1 AND ($2::text IS NULL OR d.id > $2) AND ($3::text IS NULL OR d.id <= $3) AND d.schema < $4
  ORDER BY d.id LIMIT $5`;

/** Documents with an older schema in one stride after `after`. They have no index, because only an upgrade looks for them. */
export async function answerOutdated(
  sessions: Sessions,
  { collection, below, limit, after }: OutdatedWalk,
): Promise<Stride> {
  const [last] = await sessions.run({ text: LAST }, [collection, after ?? null]);
  const end = last === undefined ? undefined : String(last.id);
  const rows = await sessions.run({ text: WALK }, [collection, after ?? null, end ?? null, below, limit]);
  return { documents: rows.map(documentOf), end };
}
