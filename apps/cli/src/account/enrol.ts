import { hostname } from 'node:os';
import { deviceCalls, enrolDevice, type Me, readEnrolment, Strongroom, StrongroomError } from '@strongroom/client';
import { Problem, type Terminal, type World } from '@strongroom/command-line';
import { isSamePerson, keyDeviceOf, type StoredDevice, storeDevice } from './devices.ts';
import { canonicalServiceAddress } from './is-same-service.ts';
import { faultOfOffer, keyServiceOf } from './offered-keys.ts';
import { sessionAfter } from './second-step.ts';

type Enrolling = Readonly<{ client: Strongroom; url: string; user: string; code: string; signal: AbortSignal }>;

/** Enrols this machine for a user of a service with a code, which is used up, and stores its key. Throws Problem. */
export async function enrolHere(world: World, { client, url, user, code, signal }: Enrolling): Promise<StoredDevice> {
  // Before the code is used up: the service must grant keys for the key service that the code names.
  const offered = await keyServiceOf(client, signal);
  if (offered === null) throw new Problem(`${url} has no key service, so no device can be enrolled for it.`);
  const fault = faultOfOffer(offered, readEnrolment(code));
  if (fault !== undefined) throw new Problem(`the code is for another key service: ${fault}.`);
  const enrolled = await enrolDevice(code, { name: hostname(), isExtractable: true });
  const { x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', enrolled.made.privateKey);
  const { url: keys, key, device, person } = enrolled;
  const stored = {
    service: canonicalServiceAddress(url),
    user,
    url: keys,
    key,
    device,
    person,
    privateKey: { x, y, d },
  };
  await storeDevice(world, stored);
  return stored;
}

/** Tells the service which person of the key service the user is. `session` is one of the last ten minutes. */
export async function linkPerson(session: Strongroom, stored: StoredDevice, signal: AbortSignal): Promise<void> {
  const link = await deviceCalls({ url: stored.url, device: await keyDeviceOf(stored) }).link(stored.user);
  await session.account.linkKeyPerson({ link }, { signal });
}

export const isLinked = ({ key_person: linked }: Me, { person }: StoredDevice): boolean =>
  linked !== null && isSamePerson(linked, person);

type SignIn = Readonly<{
  url: string;
  insecure: boolean;
  email: string;
  password: string;
  terminal: Terminal;
  signal: AbortSignal;
}>;

/** Does `work` in a session that is opened with a password and ended afterwards. An API token cannot link a person. */
export async function inSession(
  { url, insecure, email, password, terminal, signal }: SignIn,
  work: (session: Strongroom) => Promise<void>,
): Promise<void> {
  const client = new Strongroom({ url, insecure });
  const first = client.entrance.signIn({ email, password }, { signal });
  const token = await sessionAfter(first, { client, terminal, code: '', signal });
  const session = new Strongroom({ url, insecure, token });
  try {
    await work(session);
  } finally {
    await session.account.endSession().catch((error: unknown) => {
      if (!(error instanceof StrongroomError)) throw error;
    });
  }
}
