import { createHash } from 'node:crypto';
import { type BigIntStats, createReadStream, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { TransferLog } from './transfer-log.ts';

/** Seconds from the last use of a row to its deletion. */
const RETENTION = 90 * 86_400;

const TABLE = `
  CREATE TABLE IF NOT EXISTS contents (
    service TEXT NOT NULL, file TEXT NOT NULL, hash TEXT NOT NULL, seen INTEGER NOT NULL,
    PRIMARY KEY (service, file)
  ) STRICT, WITHOUT ROWID
`;

/**
 * Hashes of the contents of files that this machine put or downloaded. A version of a file never changes, so the same
 * contents need no upload, whatever their time of modification is.
 */
export class KnownContents {
  readonly #log: TransferLog;
  readonly #service: string;

  constructor(log: TransferLog, service: string) {
    this.#log = log;
    this.#service = service;
    log.run(TABLE);
    log.run('DELETE FROM contents WHERE seen < ?', now() - RETENTION);
  }

  /** SHA-256 of a content of the room, by its `contentKey`; undefined if it is not known. */
  hashOf(file: string): string | undefined {
    const row = this.#log.one('SELECT hash FROM contents WHERE service = ? AND file = ?', this.#service, file);
    if (row === undefined) return undefined;
    this.#log.note('UPDATE contents SET seen = ? WHERE service = ? AND file = ?', now(), this.#service, file);
    return String(row.hash);
  }

  note(file: string, hash: string): void {
    this.#log.note(
      'INSERT OR REPLACE INTO contents (service, file, hash, seen) VALUES (?, ?, ?, ?)',
      this.#service,
      file,
      hash,
      now(),
    );
  }

  /** Notes the contents of a local file, unless it changed since it was uploaded. `content`: as `contentOf`. */
  async noteLocal(file: string, path: string, content: string | undefined): Promise<void> {
    const hash = await hashAt(path, content);
    if (hash !== undefined) this.note(file, hash);
  }
}

/** Size and time of modification of a local file; undefined without a file. */
export const contentOf = async (path: string): Promise<string | undefined> => (await fileAt(path))?.content;

/** A local file: its content as `contentOf`, and its number on the disk, which it keeps under another name. */
export type NumberedFile = Readonly<{ content: string; inode: string }>;

export const fileAt = (path: string): Promise<NumberedFile | undefined> =>
  stat(path, { bigint: true }).then(numbered, () => undefined);

/** Reads the facts of a file that was just written, without the thread pool: the system has them in memory. */
export const fileNow = (path: string): NumberedFile | undefined => {
  try {
    return numbered(statSync(path, { bigint: true }));
  } catch {
    return undefined;
  }
};

const numbered = (stats: BigIntStats): NumberedFile | undefined =>
  stats.isFile() ? { content: `${stats.size} ${stats.mtimeNs}`, inode: `${stats.ino}` } : undefined;

/** SHA-256 of a local file that has this size and time before and after it is read; undefined for any other. */
export async function hashAt(path: string, content: string | undefined): Promise<string | undefined> {
  if (content === undefined || (await contentOf(path)) !== content) return undefined;
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch {
    return undefined;
  }
  return (await contentOf(path)) === content ? hash.digest('hex') : undefined;
}

const now = (): number => Math.floor(Date.now() / 1000);
