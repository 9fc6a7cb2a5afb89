import { systemClock, systemIds } from '@strongroom/adapter-local';
import { upgradeStore as upgrade } from '@strongroom/application';
import type { Embedded } from '../command/embedded.ts';
import { asProblem } from './as-problem.ts';
import { openStore } from './store.ts';

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const upgradeStore: Embedded['upgradeStore'] = async (store) => {
  try {
    const documents = await openStore(store);
    try {
      return await upgrade(
        { documents, clock: systemClock, ids: systemIds, log: QUIET },
        { begins: async () => undefined },
      );
    } finally {
      await documents.close();
    }
  } catch (error) {
    throw asProblem(error);
  }
};
