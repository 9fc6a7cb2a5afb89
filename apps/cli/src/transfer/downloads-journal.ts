import { stat } from 'node:fs/promises';
import type { Journal } from './journal.ts';

/** One download as the journal tells it from all others. */
export type Downloaded = Readonly<{ service: string; file: string; path: string }>;

/** What was downloaded to where. A file of the service never changes, so what is there still need not come again. */
export class DownloadsJournal {
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Is it there already, as it was when it was downloaded? */
  async isThere({ service, file, path }: Downloaded): Promise<boolean> {
    const row = this.#journal.one(
      'SELECT content FROM downloads WHERE service = ? AND file = ? AND path = ?',
      service,
      file,
      path,
    );
    const isThere = row !== undefined && row.content === (await contentOf(path));
    // What is asked for again and again is not forgotten.
    if (isThere)
      this.#journal.run(
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
    this.#journal.run(
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
