import { forget } from '../base/queries.ts';
import { go } from '../base/router.tsx';
import { service } from '../base/service.ts';
import { dropQueue } from './queue.ts';
import { clearPrivateFiles } from './save.ts';

/** Ends the session, and with it all that it left in this browser. */
export async function signOut(): Promise<void> {
  await service.account.endSession();
  dropQueue();
  await clearPrivateFiles();
  await forget();
  go('/', { replace: true });
}
