import type { WholeFile } from '@strongroom/client';
import { fileAt, fileNow, hashAt, KnownContents, type NumberedFile } from './known-contents.ts';
import type { TransferLog } from './transfer-log.ts';

/** Identifies a download in the log. `file`: its `contentKey`. */
export type DownloadKey = Readonly<{ file: string; path: string }>;

const WHERE = 'WHERE service = ? AND file = ? AND path = ?';

/**
 * Finished downloads from one service. A version of a file never changes, so an unchanged local copy is not downloaded again.
 * A file is noted before it gets its name, with its number on the disk (`inode`): after a `kill -9` between the two, no other
 * file at its path is taken for it.
 */
export class LoggedDownloads {
  readonly #log: TransferLog;
  readonly #service: string;
  readonly #contents: KnownContents;

  constructor(log: TransferLog, service: string) {
    this.#log = log;
    this.#service = service;
    this.#contents = new KnownContents(log, service);
    // Earlier versions had no such column; another process may add it meanwhile.
    const isOld = () => log.one("SELECT 1 FROM pragma_table_info('downloads') WHERE name = 'inode'") === undefined;
    if (!isOld()) return;
    log.exclusively(() => isOld() && log.run('ALTER TABLE downloads ADD COLUMN inode TEXT'));
  }

  /** Whether the downloaded copy is still there, unchanged. */
  async isThere({ file, path }: DownloadKey): Promise<boolean> {
    const row = this.#log.one(`SELECT content, inode FROM downloads ${WHERE}`, this.#service, file, path);
    const found = row && (await fileAt(path));
    if (found === undefined || row?.content !== found.content) return false;
    const isThere = row.inode === null || row.inode === found.inode || (await this.#isContentOf(file, path, found));
    // Keeps the row for another period. The file has its name: from now on a copy of it, with another number, is as good.
    if (isThere)
      this.#log.note(`UPDATE downloads SET done = ?, inode = NULL ${WHERE}`, now(), this.#service, file, path);
    return isThere;
  }

  /** Call before a file gets its name: resolves once a kill does not lose the note. `path`: the one that it has until then. */
  async whole(key: DownloadKey, { path, sha256 }: WholeFile): Promise<void> {
    const found = fileNow(path);
    if (found === undefined) return;
    this.#insert(key, found.content, found.inode);
    if (sha256 !== undefined) this.#contents.note(key.file, sha256);
    await this.#log.noted();
  }

  /** Whether the hash of the file is noted: a version never changes, so another download needs none. */
  isHashed(file: string): boolean {
    return this.#contents.hashOf(file) !== undefined;
  }

  /** Of a file that has its name. */
  note(key: DownloadKey): void {
    const found = fileNow(key.path);
    if (found !== undefined) this.#insert(key, found.content, null);
  }

  #insert({ file, path }: DownloadKey, content: string, inode: string | null): void {
    this.#log.note(
      'INSERT OR REPLACE INTO downloads (service, file, path, content, inode, done) VALUES (?, ?, ?, ?, ?, ?)',
      this.#service,
      file,
      path,
      content,
      inode,
      now(),
    );
  }

  /** By their hashes. */
  async #isContentOf(file: string, path: string, { content }: NumberedFile): Promise<boolean> {
    const hash = this.#contents.hashOf(file);
    return hash !== undefined && hash === (await hashAt(path, content));
  }
}

const now = (): number => Math.floor(Date.now() / 1000);
