import { systemClock, systemIds } from '@strongroom/adapter-local';
import { confirmClock as confirm, refuseLogFault, refuseNewerStore } from '@strongroom/application';
import type { Embedded } from '../command/embedded.ts';
import { asProblem } from './as-problem.ts';
import { openAuditKeys } from './audit-keys.ts';
import { openStore } from './store.ts';

export const confirmClock: Embedded['confirmClock'] = async (store, keys) => {
  try {
    const documents = await openStore(store);
    try {
      await refuseNewerStore(documents);
      await refuseLogFault({ documents, auditKeys: await openAuditKeys(keys), clock: systemClock });
      return await confirm({ documents, clock: systemClock, ids: systemIds });
    } finally {
      await documents.close();
    }
  } catch (error) {
    throw asProblem(error);
  }
};
