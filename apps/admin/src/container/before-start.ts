import { createSecrets, secretsIn } from '@strongroom/adapter-local';
import { type BeforeStart, beforeStart } from '@strongroom/application';
import { textOfFile } from '@strongroom/store-kit/node';
import { type StoreToRead } from '../service/stores.ts';
import { openToRead } from './examined-log.ts';

/**
 * Looks at a store as the next start with this secret does; undefined for a store that cannot be read, which has a check of its
 * own. `file` has the secret of a service without the setting.
 */
export const inspectBeforeStart: (
  store: StoreToRead,
  secret: Readonly<{ given: readonly [string, ...string[]] | undefined; file: string }>,
) => Promise<BeforeStart | undefined> = async (store, { given, file }) => {
  try {
    const secrets = given ?? (await secretsOf(file));
    const documents = await openToRead(store);
    try {
      return await beforeStart(documents, secrets === undefined ? undefined : createSecrets(secrets));
    } finally {
      await documents.close();
    }
  } catch {
    return undefined;
  }
};

const secretsOf = (file: string): Promise<ReturnType<typeof secretsIn>> =>
  textOfFile(file).then(secretsIn, () => undefined);
