import { readFile } from 'node:fs/promises';
import { createSecrets } from '@strongroom/adapter-local';
import { type BeforeStart, beforeStart } from '@strongroom/application';
import { type StoreToRead } from '../service/stores.ts';
import { openToRead } from './examined-log.ts';

/**
 * Looks at a store as the next start with this secret does; undefined for a store that cannot be read, which has a check of its
 * own. `file` has the secret of a service without the setting.
 */
export const inspectBeforeStart: (
  store: StoreToRead,
  secret: Readonly<{ given: string | undefined; file: string }>,
) => Promise<BeforeStart | undefined> = async (store, { given, file }) => {
  try {
    const secret = given ?? (await textOf(file));
    const documents = await openToRead(store);
    try {
      return await beforeStart(documents, secret === undefined ? undefined : createSecrets(secret));
    } finally {
      await documents.close();
    }
  } catch {
    return undefined;
  }
};

const textOf = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
