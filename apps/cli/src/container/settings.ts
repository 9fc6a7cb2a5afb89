import { forgetSettings as forget, refuseNewerStore } from '@strongroom/application';
import type { Embedded } from '../command/embedded.ts';
import { asProblem } from './as-problem.ts';
import { openStore } from './store.ts';

export const forgetSettings: Embedded['forgetSettings'] = async (store) => {
  try {
    const documents = await openStore(store);
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
