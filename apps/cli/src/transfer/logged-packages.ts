import { createHash, randomUUID } from 'node:crypto';
import type { PackageRedemption } from '@strongroom/client';
import type { TransferLog } from './transfer-log.ts';

/** One download of a package: its Idempotency-Key, and its files once the service has counted it. */
export type BegunPackage = Readonly<{ idempotencyKey: string; begun?: PackageRedemption | undefined }>;

/** Seconds. The service repeats its answer for ten minutes; one minute less allows for clocks and slow answers. */
const REPEATABLE = 9 * 60;
/** Seconds. A counted download can be finished for 24 hours. */
const RESUMABLE = 24 * 3600 - 60;

const TABLE = `
  CREATE TABLE IF NOT EXISTS packages (
    link TEXT NOT NULL, destination TEXT NOT NULL, request TEXT NOT NULL, begun INTEGER NOT NULL, redemption TEXT,
    PRIMARY KEY (link, destination)
  ) STRICT, WITHOUT ROWID
`;
const WHERE = 'WHERE link = ? AND destination = ?';

/**
 * Unfinished downloads of packages: the next attempt finishes the same download. Keys of files are stored as the package has
 * them, encrypted to the key in its link; of the link itself only a hash is stored.
 */
export class LoggedPackages {
  readonly #log: TransferLog;

  constructor(log: TransferLog) {
    this.#log = log;
    log.run(TABLE);
    log.run('DELETE FROM packages WHERE begun < ? AND redemption IS NULL', now() - REPEATABLE);
    log.run('DELETE FROM packages WHERE begun < ?', now() - RESUMABLE);
  }

  /** The unfinished download of this link to this destination. */
  begun(link: string, destination: string): BegunPackage | undefined {
    const row = this.#log.one(`SELECT request, redemption FROM packages ${WHERE}`, hashOf(link), destination);
    if (row === undefined) return undefined;
    const { redemption } = row;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this class wrote it
    const begun = typeof redemption === 'string' ? (JSON.parse(redemption) as PackageRedemption) : undefined;
    return { idempotencyKey: String(row.request), begun };
  }

  /** Call before the link is used. Concurrent processes share one entry. */
  begin(link: string, destination: string): BegunPackage {
    const idempotencyKey = randomUUID();
    this.#log.run(
      'INSERT OR IGNORE INTO packages (link, destination, request, begun) VALUES (?, ?, ?, ?)',
      hashOf(link),
      destination,
      idempotencyKey,
      now(),
    );
    return this.begun(link, destination) ?? { idempotencyKey };
  }

  /** Call when the service has counted the download, before its content is fetched. */
  counted(link: string, destination: string, { redemption, entries }: PackageRedemption): void {
    const text = JSON.stringify({ redemption, entries });
    this.#log.run(`UPDATE packages SET redemption = ? ${WHERE}`, text, hashOf(link), destination);
  }

  end(link: string, destination: string): void {
    this.#log.run(`DELETE FROM packages ${WHERE}`, hashOf(link), destination);
  }
}

const hashOf = (link: string): string => createHash('sha256').update(link).digest('hex');
const now = (): number => Math.floor(Date.now() / 1000);
