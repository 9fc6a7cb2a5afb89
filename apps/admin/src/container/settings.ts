import { systemClock } from '@strongroom/adapter-local';
import { forgetSettings as forget, refuseLogFault, refuseUnreadableStore } from '@strongroom/application';
import type { AuditKeyFiles, DocumentPlace } from '../service/stores.ts';
import { asProblem } from './as-problem.ts';
import { openAuditKeys } from './audit-keys.ts';
import { openStore } from './store.ts';

/** Makes the next start store its present secret. Throws Problem. */
export const forgetSettings: (store: DocumentPlace, keys: AuditKeyFiles) => Promise<void> = async (store, keys) => {
  try {
    const documents = await openStore(store);
    try {
      await refuseUnreadableStore(documents);
      await refuseLogFault({ documents, auditKeys: await openAuditKeys(keys), clock: systemClock });
      await forget(documents);
    } finally {
      await documents.close();
    }
  } catch (error) {
    throw asProblem(error);
  }
};
