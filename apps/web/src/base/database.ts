type Store = Readonly<{ name: string; keyPath?: string }>;

/** Opens a database of the browser, and makes its stores the first time. */
export function databaseOf(name: string, stores: readonly Store[]): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => {
    for (const { name: store, ...options } of stores) request.result.createObjectStore(store, options);
  });
  return done(request);
}

export const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the database of the browser failed')));
  });
