import { forget } from '../base/queries.ts';
import { go } from '../base/router.tsx';
import { service } from '../base/service.ts';
import { endSignIns } from '../keys/sign-in-store.ts';
import { dropQueue } from './queue.ts';
import { clearPrivateFiles } from './save.ts';

/** Ends the session, and with it all that it left in this browser. */
export async function signOut(): Promise<void> {
  // First: the answer to the end of the session clears the storage of this origin.
  await endSignIns();
  await service.account.endSession();
  dropQueue();
  await clearPrivateFiles();
  await forget();
  go('/', { replace: true });
}
