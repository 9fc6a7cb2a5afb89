import { isKeySessionStale, type KeySession, type KeySignIn, keySignIns } from '@strongroom/client';
import { BrowserStore } from './database.ts';

/** The sign-in of a user at a key service in this browser: begun, or complete. */
export type StoredSignIn = Readonly<{
  user: string;
  /** Address of the key service and thumbprint of its key, as they were at the first sign-in. */
  url: string;
  key: string;
  begun?: KeySignIn;
  session?: KeySession;
}>;

export const signIns = new BrowserStore<StoredSignIn>('strongroom-sign-ins', 'sign-ins');

/** Does `work` with the sign-in of a user while no other tab uses it: each secret of it works once. Rejects when the page is left. */
export const withSignInLock = <T>(user: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(`strongroom-sign-in ${user}`, async () => {
    let leave: (() => void) | undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(new DOMException('The page was left.', 'AbortError'));
      addEventListener('pagehide', leave);
    });
    try {
      return await Promise.race([work(), left]);
    } finally {
      if (leave !== undefined) removeEventListener('pagehide', leave);
    }
  });

/** The sign-in with a proof that is valid now; undefined without one. Throws KEY_SIGN_IN_ENDED. */
export async function freshSession(user: string): Promise<KeySession | undefined> {
  const usable = (stored: StoredSignIn | null) =>
    stored?.session !== undefined && !isKeySessionStale(stored.session) ? stored.session : undefined;
  const found = usable(await signIns.read(user));
  if (found !== undefined) return found;
  return withSignInLock(user, async () => {
    const stored = await signIns.read(user);
    const session = usable(stored);
    if (session !== undefined || stored?.session === undefined) return session;
    const renewed = await keySignIns(stored).renew(stored.session);
    await signIns.write({ ...stored, session: renewed });
    return renewed;
  });
}

/** Signs out at the key service, where it answers, and forgets the sign-ins. */
export async function endSignIns(): Promise<void> {
  for (const { session, ...stored } of await signIns.all().catch(() => [])) {
    await signIns.forget(stored.user);
    if (session === undefined) continue;
    await keySignIns({ ...stored, attempts: 1 })
      .end(session)
      .catch(() => undefined);
  }
}
