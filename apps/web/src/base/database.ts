import { endWithPage } from './end-with-page.ts';

export type Store = Readonly<{ name: string; keyPath?: string }>;

/** Opens a database of the browser, and makes its stores the first time. */
export function databaseOf(name: string, stores: readonly Store[]): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => {
    if (request.transaction !== null) endingWithPage(request.transaction);
    for (const { name: store, ...options } of stores) request.result.createObjectStore(store, options);
  });
  return requestResult(request);
}

/**
 * Opens a database if the browser has it. A page that only looks makes none: WebKit keeps all other pages waiting for one that
 * was left before its database was made.
 */
export async function existingDatabase(name: string, stores: readonly Store[]): Promise<IDBDatabase | undefined> {
  const known = await indexedDB.databases();
  return known.some((one) => one.name === name) ? databaseOf(name, stores) : undefined;
}

export const requestResult = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the database of the browser failed')));
  });

/** Transactions of this page that have not ended. */
const running = new Set<IDBTransaction>();

function abortAll(): boolean {
  const isCut = running.size > 0;
  for (const transaction of running) {
    try {
      transaction.abort();
    } catch {
      // It ended just now.
    }
  }
  return isCut;
}

function endingWithPage(transaction: IDBTransaction): IDBTransaction {
  endWithPage(abortAll);
  running.add(transaction);
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction));
  return transaction;
}

/** A transaction that ends with the page. */
export const transactionOn = (
  database: IDBDatabase,
  stores: string | string[],
  mode: IDBTransactionMode = 'readonly',
  options?: IDBTransactionOptions,
): IDBTransaction => endingWithPage(database.transaction(stores, mode, options));
