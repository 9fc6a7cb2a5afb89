import { stat } from 'node:fs/promises';
import type { TransferLog } from './transfer-log.ts';

/** One download as the log tells it from all others. */
export type Downloaded = Readonly<{ service: string; file: string; path: string }>;

/** What was downloaded to where. A file of the service never changes, so what is there still need not come again. */
export class LoggedDownloads {
  readonly #log: TransferLog;

  constructor(log: TransferLog) {
    this.#log = log;
  }

  /** Is it there already, as it was when it was downloaded? */
  async isThere({ service, file, path }: Downloaded): Promise<boolean> {
    const row = this.#log.one(
      'SELECT content FROM downloads WHERE service = ? AND file = ? AND path = ?',
      service,
      file,
      path,
    );
    const isThere = row !== undefined && row.content === (await contentOf(path));
    // What is asked for again and again is not forgotten.
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
  }
}

const now = (): number => Math.floor(Date.now() / 1000);

const contentOf = (path: string): Promise<string | undefined> =>
  stat(path, { bigint: true }).then(
    (stats) => (stats.isFile() ? `${stats.size} ${stats.mtimeNs}` : undefined),
    () => undefined,
  );
