import type { Kept } from './handles.ts';

/** A file whose upload was not finished: its place, no content. */
export type Unfinished = Readonly<{
  userId: string | undefined;
  roomId: string;
  folder: string;
  name: string;
  size: number;
  kept?: Kept | undefined;
}>;

const DATABASE = 'uploads';
const STORE = 'unfinished';

const keyOf = ({ userId, roomId, folder, name, size }: Unfinished): string =>
  `${userId} ${roomId} ${folder}/${name} ${size}`;

const isOf =
  (userId: string) =>
  (row: unknown): row is Unfinished =>
    typeof row === 'object' && row !== null && 'userId' in row && row.userId === userId;

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });
  return opened;
}

/** Without a database, as in some private windows, nothing is remembered and everything else works. */
async function change(work: (store: IDBObjectStore) => void): Promise<void> {
  try {
    const transaction = (await database()).transaction(STORE, 'readwrite');
    work(transaction.objectStore(STORE));
    await new Promise<void>((resolve) => {
      for (const end of ['complete', 'error', 'abort']) transaction.addEventListener(end, () => resolve());
    });
  } catch {
    opened = undefined;
  }
}

export const remember = (files: readonly Unfinished[]): Promise<void> =>
  change((store) => {
    for (const file of files) store.put(file, keyOf(file));
  });

export const finished = (files: readonly Unfinished[]): Promise<void> =>
  change((store) => {
    for (const file of files) store.delete(keyOf(file));
  });

export const forgetUnfinished = (): Promise<void> => change((store) => store.clear());

/** Forgets the files of all other people: the next person in a browser learns no name, and sends nothing of the last. */
export const forgetUnfinishedOfOthers = (userId: string): Promise<void> =>
  change((store) => {
    const request = store.openCursor();
    request.addEventListener('success', () => {
      const row = request.result;
      if (row === null) return;
      if (!isOf(userId)(row.value)) row.delete();
      row.continue();
    });
  });

/** Files of a person whose upload ended with the page. */
export async function unfinished(userId: string): Promise<readonly Unfinished[]> {
  try {
    const request = (await database()).transaction(STORE).objectStore(STORE).getAll();
    return await new Promise((resolve) => {
      request.addEventListener('success', () => resolve(request.result.filter(isOf(userId))));
      request.addEventListener('error', () => resolve([]));
    });
  } catch {
    return [];
  }
}
