import type { KeyDevice, KeyPerson } from '@strongroom/client';

/** The enrolment of this browser for one user. */
export type Enrolment = Readonly<{
  user: string;
  /** Address of the key service and thumbprint of its key, as the enrolment code named them. */
  url: string;
  key: string;
  device: KeyDevice;
  person: KeyPerson;
}>;

const DATABASE = 'strongroom';
const STORE = 'enrolments';

/** The database keeps keys as they are: no script can read their private halves. */
function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'user' }));
  return done(request);
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the database of the browser failed')));
  });

async function using<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await opened();
  try {
    return await done(work(database.transaction(STORE, mode, { durability: 'strict' }).objectStore(STORE)));
  } finally {
    database.close();
  }
}

export async function readEnrolmentOf(user: string): Promise<Enrolment | null> {
  // oxlint-disable-next-line typescript/no-unsafe-return -- read as it was stored
  const found = await using<Enrolment | undefined>('readonly', (store) => store.get(user));
  return found ?? null;
}

/** Stores an enrolment in place of an earlier one of the user. */
export const storeEnrolment = (enrolment: Enrolment): Promise<IDBValidKey> =>
  using('readwrite', (store) => store.put(enrolment));

export const forgetEnrolment = (user: string): Promise<undefined> => using('readwrite', (store) => store.delete(user));
