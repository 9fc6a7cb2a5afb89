import { systemClock, systemIds } from '@strongroom/adapter-local';
import { upgradeStore as upgrade } from '@strongroom/application';
import type { DocumentPlace } from '../service/stores.ts';
import { asProblem } from './as-problem.ts';
import { QUIET_LOG } from './quiet-log.ts';
import { openStore } from './store.ts';

/** Returns the number of rewritten documents; undefined if there was nothing to do. Throws Problem. */
export const upgradeStore: (store: DocumentPlace) => Promise<number | undefined> = async (store) => {
  try {
    const documents = await openStore(store);
    try {
      return await upgrade(
        { documents, clock: systemClock, ids: systemIds, log: QUIET_LOG },
        { begins: async () => undefined },
      );
    } finally {
      await documents.close();
    }
  } catch (error) {
    throw asProblem(error);
  }
};
