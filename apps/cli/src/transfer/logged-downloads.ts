import { contentNow, contentOf, KnownContents } from './known-contents.ts';
import type { TransferLog } from './transfer-log.ts';

/** Identifies a download in the log. `file`: its `contentKey`. */
export type DownloadKey = Readonly<{ file: string; path: string }>;

/** Finished downloads from one service. A version of a file never changes, so an unchanged local copy is not downloaded again. */
export class LoggedDownloads {
  readonly #log: TransferLog;
  readonly #service: string;
  readonly #contents: KnownContents;

  constructor(log: TransferLog, service: string) {
    this.#log = log;
    this.#service = service;
    this.#contents = new KnownContents(log, service);
  }

  /** Whether the downloaded copy is still there, unchanged. */
  async isThere({ file, path }: DownloadKey): Promise<boolean> {
    const row = this.#log.one(
      'SELECT content FROM downloads WHERE service = ? AND file = ? AND path = ?',
      this.#service,
      file,
      path,
    );
    const isThere = row !== undefined && row.content === (await contentOf(path));
    // Keeps the row for another period.
    if (isThere)
      this.#log.note(
        'UPDATE downloads SET done = ? WHERE service = ? AND file = ? AND path = ?',
        now(),
        this.#service,
        file,
        path,
      );
    return isThere;
  }

  /** Of a file that was just written. `sha256`: of its content as it was received. */
  note({ file, path }: DownloadKey, sha256: string | undefined): void {
    const content = contentNow(path);
    if (content === undefined) return;
    this.#log.note(
      'INSERT OR REPLACE INTO downloads (service, file, path, content, done) VALUES (?, ?, ?, ?, ?)',
      this.#service,
      file,
      path,
      content,
      now(),
    );
    if (sha256 !== undefined) this.#contents.note(file, sha256);
  }
}

const now = (): number => Math.floor(Date.now() / 1000);
