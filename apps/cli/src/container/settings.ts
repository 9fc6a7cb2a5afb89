import { systemClock } from '@strongroom/adapter-local';
import { forgetSettings as forget, refuseLogFault, refuseNewerStore } from '@strongroom/application';
import type { Embedded } from '../command/embedded.ts';
import { asProblem } from './as-problem.ts';
import { openAuditKeys } from './audit-keys.ts';
import { openStore } from './store.ts';

export const forgetSettings: Embedded['forgetSettings'] = async (store, keys) => {
  try {
    const documents = await openStore(store);
    try {
      await refuseNewerStore(documents);
      await refuseLogFault({ documents, auditKeys: await openAuditKeys(keys), clock: systemClock });
      await forget(documents);
    } finally {
      await documents.close();
    }
  } catch (error) {
    throw asProblem(error);
  }
};
