import { type Clock, pageClock } from '../base/clock.ts';
import { databaseOf, existingDatabase, requestResult, transactionOn } from '../base/database.ts';
import type { KeptHandle } from './handles.ts';

/** A file whose upload was not finished: its place, no content. */
export type UnfinishedUpload = Readonly<{
  userId: string | undefined;
  roomId: string;
  folder: string;
  name: string;
  size: number;
  /** When it was changed last; a file of the same size may have another content. */
  modified_at?: string | undefined;
  /** The file that it becomes a version of. */
  replaces?: string | undefined;
  kept?: KeptHandle | undefined;
}>;

type Change = (store: IDBObjectStore) => void;
type Opened = Promise<IDBDatabase | undefined>;
type Parts = Readonly<{
  /** Opens the database; one that is not there is made only if `makes`. */
  open?: (makes: boolean) => Opened;
  clock?: Clock;
}>;

const DATABASE = 'uploads';
const STORE = 'unfinished';
/** Milliseconds. WebKit never opens a database that another page was making when it was left. */
const OPENED_WITHIN = 5000;

const openDatabase = (makes: boolean): Opened => (makes ? databaseOf : existingDatabase)(DATABASE, [{ name: STORE }]);

const keyOf = ({ userId, roomId, folder, name, size, modified_at: modifiedAt }: UnfinishedUpload): string =>
  [`${userId} ${roomId} ${folder}/${name} ${size}`, modifiedAt ?? []].flat().join(' ');

const isOf =
  (userId: string) =>
  (row: unknown): row is UnfinishedUpload =>
    typeof row === 'object' && row !== null && 'userId' in row && row.userId === userId;

/**
 * The files whose upload is not finished. Without a database, as in some private windows, nothing is remembered and everything
 * else works.
 */
export class UnfinishedFiles {
  readonly #open: (makes: boolean) => Opened;
  readonly #clock: Clock;
  #opened: Opened = Promise.resolve(undefined);
  /** Changes of this turn, which share a transaction. */
  #changes: Change[] = [];
  #changed: Promise<void> | undefined;
  /** Whether one of them stores something. */
  #makes = false;
  /** Keys of those that this page finished. */
  readonly #ended = new Set<string>();

  constructor({ open = openDatabase, clock = pageClock }: Parts = {}) {
    this.#open = open;
    this.#clock = clock;
  }

  remember(files: readonly UnfinishedUpload[]): Promise<void> {
    this.#makes ||= files.length > 0;
    for (const file of files) this.#ended.delete(keyOf(file));
    return this.#change((store) => {
      for (const file of files) store.put(file, keyOf(file));
    });
  }

  finished = (files: readonly UnfinishedUpload[]): Promise<void> => {
    // An earlier version of this page did not remember the time.
    const keys = files.flatMap((file) => [keyOf(file), keyOf({ ...file, modified_at: undefined })]);
    for (const key of keys) this.#ended.add(key);
    return this.#change((store) => {
      for (const key of keys) store.delete(key);
    });
  };

  /** Files of an earlier reading that this page has not finished since. */
  stillOpen = (files: readonly UnfinishedUpload[]): readonly UnfinishedUpload[] =>
    files.filter((file) => !this.#ended.has(keyOf(file)));

  forget = (): Promise<void> => this.#change((store) => store.clear());

  /** Forgets the files of all other people: the next person in a browser learns no name, and sends nothing of the last. */
  forgetOthers = (userId: string): Promise<void> =>
    this.#change((store) => {
      const request = store.openCursor();
      request.addEventListener('success', () => {
        const row = request.result;
        if (row === null) return;
        if (!isOf(userId)(row.value)) row.delete();
        row.continue();
      });
    });

  /** Files of a person whose upload ended with the page. */
  async of(userId: string): Promise<readonly UnfinishedUpload[]> {
    try {
      const database = await this.#database(false);
      if (database === undefined) return [];
      const rows = await requestResult<unknown[]>(transactionOn(database, STORE).objectStore(STORE).getAll());
      return rows.filter(isOf(userId));
    } catch {
      return [];
    }
  }

  /** Throws if it is not opened in time. */
  async #database(makes: boolean): Opened {
    this.#opened = this.#opened.catch(() => undefined).then((known) => known ?? this.#open(makes));
    let stop = (): void => undefined;
    const late = new Promise<never>((_, reject) => {
      stop = this.#clock.after(OPENED_WITHIN, () => reject(new Error('the database of the browser does not open')));
    });
    try {
      return await Promise.race([this.#opened, late]);
    } finally {
      stop();
    }
  }

  #change(change: Change): Promise<void> {
    this.#changes.push(change);
    this.#changed ??= new Promise((resolve) => setTimeout(resolve, 0)).then(() => this.#apply());
    return this.#changed;
  }

  async #apply(): Promise<void> {
    const [changes, makes] = [this.#changes, this.#makes];
    [this.#changes, this.#changed, this.#makes] = [[], undefined, false];
    try {
      const database = await this.#database(makes);
      if (database === undefined) return;
      const transaction = transactionOn(database, STORE, 'readwrite');
      const store = transaction.objectStore(STORE);
      for (const change of changes) change(store);
      await new Promise<void>((resolve) => {
        for (const end of ['complete', 'error', 'abort']) transaction.addEventListener(end, () => resolve());
      });
    } catch {
      this.#opened = Promise.resolve(undefined);
    }
  }
}
