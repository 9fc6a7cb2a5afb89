import { plural } from '../base/format.ts';
import { forgetQueries, isSignedIn } from '../base/queries.ts';
import { goTo } from '../base/router.tsx';
import { service } from '../base/service.ts';
import { toast } from '../design/toasts.tsx';
import { endSignIns } from '../keys/sign-in-store.ts';
import { clearPrivateFiles } from '../save/save.ts';
import { downloadsShown, uploadQueue } from './page.ts';

/** Says to the other tabs that the session of all has ended. */
const tabs = new BroadcastChannel('sign-out');

tabs.addEventListener('message', () => {
  if (!isSignedIn()) return;
  const missing = uploadQueue.onTheirWay;
  void removeTraces();
  if (missing === 0) toast('You signed out in another tab.');
  else
    toast(
      `You signed out in another tab. ${plural(missing, 'file')} had not arrived, and the room shows nothing of them. Sign in and add them again.`,
      'danger',
    );
});

let left = false;
/** Whether the person ended the last session by themselves, in any tab. */
export const hasSignedOut = (): boolean => left;
/** Called when a person is signed in. */
export function noteSignIn(): void {
  left = false;
}

async function removeTraces(): Promise<void> {
  left = true;
  uploadQueue.drop();
  downloadsShown.value = [];
  downloadsShown.draw();
  await forgetQueries();
  await clearPrivateFiles();
}

/** Ends the session, and with it all that it left in this browser. */
export async function signOut(): Promise<void> {
  // First: the answer to the end of the session clears the storage of this origin.
  await endSignIns();
  await service.account.endSession();
  tabs.postMessage('ended');
  await removeTraces();
  goTo('/', { replace: true });
}
