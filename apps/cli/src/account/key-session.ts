import {
  comparisonCode,
  importClientKey,
  isKeySessionStale,
  type KeySession,
  keySignIns,
  type Me,
  type Strongroom,
  StrongroomError,
} from '@strongroom/client';
import type { World } from '../command/command.ts';
import { Problem } from '../errors/problem.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { hasTexts } from './has-texts.ts';
import { serviceAt } from './is-same-service.ts';
import type { KeyChoice } from './key-choice.ts';
import { codeByBrowser } from './loopback.ts';
import { personPlace } from './places.ts';
import { alone, readPrivateJson, writePrivateJson } from './private-json.ts';

/** A key service, with the thumbprint of its key, that this machine trusts for a service since a sign-in there. */
export type TrustedKeys = Readonly<{ service: string; url: string; key: string }>;

/** The sign-in of this user at a key service, for one service. */
type StoredSession = TrustedKeys &
  Readonly<{
    person: Readonly<{ iss: string; id: string }>;
    proof: string;
    endsAt: number;
    next: string;
    privateKey: Readonly<{ x: string; y: string; d: string }>;
  }>;

type Asked = Pick<Terminal, 'variable'>;

const SENTENCES = {
  exposed: 'holds a secret of yours and others can read it: run `chmod 600` on it, or sign in again.',
  damaged: 'is damaged: sign in again with `strongroom keys login`.',
};

/** The key service of the last sign-in, which may have ended; undefined without one. Throws Problem. */
export async function readTrustedKeys(terminal: Asked): Promise<TrustedKeys | undefined> {
  const place = personPlace(terminal);
  const read = await readPrivateJson(place, SENTENCES);
  if (read === undefined || isTrusted(read)) return read;
  throw new Problem(`${place.path} ${SENTENCES.damaged}`);
}

/** The stored sign-in; undefined without one. Throws Problem. */
export async function readKeySession(terminal: Asked): Promise<StoredSession | undefined> {
  const read = await readTrustedKeys(terminal);
  return isStored(read) ? read : undefined;
}

/** Signs out at the key service, where it answers. This machine goes on to trust that key service only. */
export async function endKeySession(world: World): Promise<void> {
  const stored = await readTrustedKeys(world.terminal).catch(() => undefined);
  if (isStored(stored)) {
    const { session } = await sessionAt(world, stored.url);
    await keySignIns({ ...stored, attempts: 1 })
      .end(session)
      .catch((error: unknown) => {
        if (!(error instanceof StrongroomError)) throw error;
      });
  }
  const { service, url, key } = stored ?? {};
  await writePrivateJson(world, personPlace(world.terminal), stored && { service, url, key });
}

/** Signs in with a browser of this machine, and stores the sign-in. */
async function signInToKeys(world: World, trusted: TrustedKeys, signal: AbortSignal): Promise<void> {
  const calls = keySignIns(trusted);
  const begun = await calls.begin({ isExtractable: true });
  const code = await codeByBrowser(async (back) => {
    const address = await calls.addressOf(begun, back);
    world.terminal.err(
      `Open this address in a browser of this machine, and compare the key there: ${await comparisonCode(begun)}\n${address}\n`,
    );
  }, signal);
  await store(world, trusted, await calls.finish(begun, code));
}

type Signing = Readonly<{
  at: Readonly<{ url: string; key: string }>;
  /** Address of the service, its user, and their session; a token cannot link a person. */
  service: string;
  me: Me;
  session: Strongroom | undefined;
  signal: AbortSignal;
}>;

/** Signs in at a key service, and links the person to the user. Throws Problem for a person who would have to be linked without a session. */
export async function keysBySignIn(
  world: World,
  { at, service, me, session, signal }: Signing,
): Promise<Extract<KeyChoice, { kind: 'key-service' }>> {
  await signInToKeys(world, { ...at, service: serviceAt(service) }, signal);
  const person = (await readKeySession(world.terminal))?.person;
  if (me.key_person?.iss !== person?.iss || me.key_person?.id !== person?.id) {
    if (session === undefined)
      throw new Problem(
        `${service} does not know yet which person of ${at.url} you are: run \`strongroom login\` with --browser or --email.`,
      );
    await session.account.linkKeyPerson({ link: await linkOf(world, at.url, me.id) }, { signal });
  }
  return { kind: 'key-service', ...at, signIn: true };
}

/** The sign-in with a proof that is valid now: it is renewed, by one command at a time. Throws KEY_SIGN_IN_ENDED. */
export async function freshKeySession(world: World, url: string): Promise<KeySession> {
  const found = await sessionAt(world, url);
  if (!isKeySessionStale(found.session)) return found.session;
  return alone(personPlace(world.terminal), async () => {
    const { session, stored } = await sessionAt(world, url);
    // Another command was quicker.
    if (!isKeySessionStale(session)) return session;
    const renewed = await keySignIns(stored).renew(session);
    await store(world, stored, renewed);
    return renewed;
  });
}

/** A statement of the key service that a user is the person of this sign-in. */
async function linkOf(world: World, url: string, user: string): Promise<string> {
  await freshKeySession(world, url);
  return alone(personPlace(world.terminal), async () => {
    const { session, stored } = await sessionAt(world, url);
    const linked = await keySignIns(stored).link(session, user);
    await store(world, stored, linked.session);
    return linked.link;
  });
}

async function sessionAt({ terminal }: World, url: string) {
  const stored = await readKeySession(terminal);
  if (stored?.url !== url) throw new StrongroomError('KEY_SIGN_IN_ENDED');
  const { person, proof, endsAt, next, privateKey: jwk } = stored;
  const publicKey = { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y } as const;
  // Extractable: it is stored again after a renewal.
  const privateKey = await importClientKey({ ...publicKey, d: jwk.d }, true);
  return { stored, session: { publicKey, privateKey, person, proof, endsAt, next } };
}

async function store(world: World, { service, url, key }: TrustedKeys, session: KeySession): Promise<void> {
  const { person, proof, endsAt, next, privateKey } = session;
  const { x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  const stored: StoredSession = { service, url, key, person, proof, endsAt, next, privateKey: { x, y, d } };
  await writePrivateJson(world, personPlace(world.terminal), stored);
}

const isTrusted = (read: unknown): read is TrustedKeys => hasTexts(read, ['service', 'url', 'key']);

function isStored(read: TrustedKeys | undefined): read is StoredSession {
  if (read === undefined) return false;
  const { person, privateKey, endsAt, ...texts }: Readonly<Record<string, unknown>> = { ...read };
  return (
    hasTexts(texts, ['proof', 'next']) &&
    hasTexts(person, ['iss', 'id']) &&
    hasTexts(privateKey, ['x', 'y', 'd']) &&
    typeof endsAt === 'number'
  );
}
