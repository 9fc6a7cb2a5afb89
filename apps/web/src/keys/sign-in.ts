import { keySignIns, type Me, type Service, StrongroomError } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { useMyself } from '../base/me.ts';
import { queries } from '../base/queries.ts';
import { service } from '../base/service.ts';
import { type StoredSignIn, signIns, withSignInLock } from './sign-in-store.ts';

/** The sign-in of this browser at a key service for the user who is signed in; null without one. */
export const useKeySignIn = () => {
  const { id } = useMyself();
  return useQuery({
    queryKey: ['key-sign-in', id],
    queryFn: () => signIns.read(id),
    staleTime: Number.POSITIVE_INFINITY,
    // A browser may refuse its database in private windows: then there is no sign-in.
    retry: false,
  });
};

const PAGE = '/account';

/** Leads to the page of the key service, which leads back to the account page. */
export async function goToKeyService(me: Me, offered: Service['key_service']): Promise<void> {
  const stored = await signIns.read(me.id);
  if (offered === null || offered.key === null) throw new StrongroomError('KEY_SERVICE_UNAVAILABLE');
  const { url, key } = stored ?? { url: offered.url, key: offered.key };
  if (url !== offered.url || key !== offered.key)
    throw new StrongroomError('ENROLMENT_ELSEWHERE', {
      message: `This browser signed in at the key service at ${url} before, and this service names another one at ${offered.url}. Ask the operator before you go on.`,
    });
  const calls = keySignIns({ url, key });
  const begun = await calls.begin();
  await signIns.write({ user: me.id, url, key, begun });
  location.assign(await calls.addressOf(begun, location.origin + PAGE));
}

/** The code that the key service has brought back with this page; null for none. */
export const codeInAddress = (): string | null => new URLSearchParams(location.hash.slice(1)).get('code');

/** Takes the code out of the address. Not while a page is drawn: React may draw it twice, and the second time finds none. */
export const removeCode = (): void => history.replaceState(history.state, '', location.pathname);

/** Finishes a sign-in. The browser may hold that of another person at the provider, so no user is linked without a question. */
export async function finishSignIn(me: Me, code: string): Promise<void> {
  await withSignInLock(me.id, async () => {
    const stored = await signIns.read(me.id);
    if (stored?.begun === undefined) throw new StrongroomError('KEY_SIGN_IN_ENDED');
    const { begun, ...rest } = stored;
    const session = await keySignIns(stored).finish(begun, code);
    await signIns.write({ ...rest, session });
  });
  await changed();
}

const changed = (): Promise<unknown> =>
  Promise.all(['key-sign-in', 'me'].map((key) => queries.invalidateQueries({ queryKey: [key] })));

/** Tells the service which person of the key service the user is. Throws SESSION_TOO_OLD ten minutes after the sign-in here. */
export async function linkPerson(me: Me): Promise<void> {
  await withSignInLock(me.id, async () => {
    const stored = await signIns.read(me.id);
    if (stored?.session === undefined || isPersonOf(me, stored)) return;
    const { link, session } = await keySignIns(stored).link(stored.session, me.id);
    await signIns.write({ ...stored, session });
    await service.account.linkKeyPerson({ link });
  });
  await changed();
}

export const isPersonOf = ({ key_person: known }: Me, { session }: StoredSignIn): boolean =>
  known?.iss === session?.person.iss && known?.id === session?.person.id;
