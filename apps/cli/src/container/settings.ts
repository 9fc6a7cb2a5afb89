import { openSqliteDocuments } from '@strongroom/adapter-local';
import { forgetSettings as forget, refuseNewerStore } from '@strongroom/application';
import type { Embedded } from '../embedded.ts';
import { asProblem } from './as-problem.ts';

export const forgetSettings: Embedded['forgetSettings'] = async (database) => {
  try {
    const documents = await openSqliteDocuments({ path: database });
    try {
      await refuseNewerStore(documents);
      await forget(documents);
    } finally {
      await documents.close();
    }
  } catch (error) {
    throw asProblem(error);
  }
};
