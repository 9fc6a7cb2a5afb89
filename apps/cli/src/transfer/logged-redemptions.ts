import { createHash, randomUUID } from 'node:crypto';
import type { SharedFile } from '@strongroom/client';
import type { TransferLog } from './transfer-log.ts';

/**
 * One download of a link: its Idempotency-Key, the file as the link described it, and the secret that finishes it, once
 * the service has counted it.
 */
export type LoggedRedemption = Readonly<{ idempotencyKey: string; file: SharedFile; redemption?: string | undefined }>;

/** Seconds. The service repeats its answer for ten minutes; one minute less allows for clocks and slow answers. */
const REPEATABLE = 9 * 60;
/** Seconds. A counted download can be finished for 24 hours. */
const RESUMABLE = 24 * 3600 - 60;

const TABLE = `
  CREATE TABLE IF NOT EXISTS redemptions (
    link TEXT NOT NULL, destination TEXT NOT NULL, request TEXT NOT NULL, begun INTEGER NOT NULL,
    name TEXT NOT NULL, size INTEGER NOT NULL, content_type TEXT NOT NULL, expires_at TEXT NOT NULL, remaining INTEGER,
    PRIMARY KEY (link, destination)
  ) STRICT, WITHOUT ROWID
`;
/** Words of the sender, which finish no download and are not stored. */
const UNSAID = { shared_by: null, organisation: null, message: null };
const WHERE = 'WHERE link = ? AND destination = ?';

/**
 * Unfinished downloads of links: the next attempt finishes the same download instead of using up another. The description
 * is stored because a used-up link has none. Of the link itself only a hash is stored: without the link, a redemption is
 * worth nothing.
 */
export class LoggedRedemptions {
  readonly #log: TransferLog;

  constructor(log: TransferLog) {
    this.#log = log;
    log.run(TABLE);
    // Earlier versions had no such column.
    if (log.one("SELECT 1 FROM pragma_table_info('redemptions') WHERE name = 'redemption'") === undefined)
      log.run('ALTER TABLE redemptions ADD COLUMN redemption TEXT');
    log.run('DELETE FROM redemptions WHERE begun < ? AND redemption IS NULL', now() - REPEATABLE);
    log.run('DELETE FROM redemptions WHERE begun < ?', now() - RESUMABLE);
  }

  /** The unfinished download of this link to this destination. */
  begun(link: string, destination: string): LoggedRedemption | undefined {
    const row = this.#log.one(`SELECT * FROM redemptions ${WHERE}`, hashOf(link), destination);
    if (row === undefined) return undefined;
    const file = {
      kind: 'file' as const,
      name: String(row.name),
      size: Number(row.size),
      content_type: String(row.content_type),
      expires_at: String(row.expires_at),
      remaining: row.remaining === null ? null : Number(row.remaining),
      ...UNSAID,
    };
    const { redemption } = row;
    return { idempotencyKey: String(row.request), file, ...(typeof redemption === 'string' && { redemption }) };
  }

  /** Call before the link is used. Concurrent processes share one entry. */
  begin(link: string, destination: string, file: SharedFile): LoggedRedemption {
    const idempotencyKey = randomUUID();
    this.#log.run(
      'INSERT OR IGNORE INTO redemptions (link, destination, request, begun, name, size, content_type, expires_at, remaining) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      hashOf(link),
      destination,
      idempotencyKey,
      now(),
      file.name,
      file.size,
      file.content_type,
      file.expires_at,
      file.remaining,
    );
    return this.begun(link, destination) ?? { idempotencyKey, file };
  }

  /** Call when the service has counted the download, before its content is fetched. */
  redeemed(link: string, destination: string, redemption: string): void {
    this.#log.run(`UPDATE redemptions SET redemption = ? ${WHERE}`, redemption, hashOf(link), destination);
  }

  /** Call when the download has finished or can never finish. */
  end(link: string, destination: string): void {
    this.#log.run(`DELETE FROM redemptions ${WHERE}`, hashOf(link), destination);
  }
}

const hashOf = (link: string): string => createHash('sha256').update(link).digest('hex');
const now = (): number => Math.floor(Date.now() / 1000);
