import { contentOf, KnownContents } from './known-contents.ts';
import type { TransferLog } from './transfer-log.ts';

/** Identifies a download in the log. */
export type Downloaded = Readonly<{ service: string; file: string; path: string }>;

/** Finished downloads. A file of the service never changes, so an unchanged local copy is not downloaded again. */
export class LoggedDownloads {
  readonly #log: TransferLog;

  constructor(log: TransferLog) {
    this.#log = log;
  }

  /** Whether the downloaded copy is still there, unchanged. */
  async isThere({ service, file, path }: Downloaded): Promise<boolean> {
    const row = this.#log.one(
      'SELECT content FROM downloads WHERE service = ? AND file = ? AND path = ?',
      service,
      file,
      path,
    );
    const isThere = row !== undefined && row.content === (await contentOf(path));
    // Keeps the row for another period.
    if (isThere)
      this.#log.run(
        'UPDATE downloads SET done = ? WHERE service = ? AND file = ? AND path = ?',
        now(),
        service,
        file,
        path,
      );
    return isThere;
  }

  async note({ service, file, path }: Downloaded): Promise<void> {
    const content = await contentOf(path);
    if (content === undefined) return;
    this.#log.run(
      'INSERT OR REPLACE INTO downloads (service, file, path, content, done) VALUES (?, ?, ?, ?, ?)',
      service,
      file,
      path,
      content,
      now(),
    );
    await new KnownContents(this.#log, service).noteLocal(file, path, content);
  }
}

const now = (): number => Math.floor(Date.now() / 1000);
