import { systemClock, systemIds } from '@strongroom/adapter-local';
import { confirmClock as confirm, refuseLogFault, refuseUnreadableStore } from '@strongroom/application';
import type { AuditKeyFiles, ConfirmedClock, DocumentPlace } from '../service/stores.ts';
import { asProblem } from './as-problem.ts';
import { openAuditKeys } from './audit-keys.ts';
import { openStore } from './store.ts';

/** Records that the clock of this machine is right. Throws Problem. */
export const confirmClock: (store: DocumentPlace, keys: AuditKeyFiles) => Promise<ConfirmedClock> = async (
  store,
  keys,
) => {
  try {
    const documents = await openStore(store);
    try {
      await refuseUnreadableStore(documents);
      await refuseLogFault({ documents, auditKeys: await openAuditKeys(keys), clock: systemClock });
      return await confirm({ documents, clock: systemClock, ids: systemIds });
    } finally {
      await documents.close();
    }
  } catch (error) {
    throw asProblem(error);
  }
};
