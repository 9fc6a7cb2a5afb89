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
import { cleanLine, Problem, type Terminal, type World } from '@strongroom/command-line';
import { nameOfThis, pollDeviceCode, typeTheCode } from './device-code.ts';
import { isSamePerson } from './devices.ts';
import { hasTexts } from './has-texts.ts';
import { canonicalServiceAddress } from './is-same-service.ts';
import type { KeyChoice } from './key-choice.ts';
import { codeByBrowser } from './loopback.ts';
import { personPlace } from './places.ts';
import { readPrivateJson, withUserLock, writePrivateJson } from './private-json.ts';

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

type VariableReader = Pick<Terminal, 'variable'>;

const SENTENCES = {
  exposed: 'holds a secret of yours and others can read it: run `chmod 600` on it, and sign in again.',
  damaged:
    'is damaged, and says which key services this machine trusts: restore it, or remove it and sign in again with `strongroom keys login`.',
};

/** The key services that people signed in at, one for each service, the latest last; sign-ins may have ended. Throws Problem. */
export async function readTrustedKeys(terminal: VariableReader): Promise<readonly TrustedKeys[]> {
  const place = personPlace(terminal);
  const read = (await readPrivateJson(place, SENTENCES)) ?? [];
  // Version 0.2 stored one sign-in, without a list.
  const all: readonly unknown[] = Array.isArray(read) ? read : [read];
  if (all.every(isTrusted)) return all;
  throw new Problem(`${place.path} ${SENTENCES.damaged}`);
}

/** The stored sign-in for a service, or else the latest; undefined without one. Throws Problem. */
export async function readKeySession(terminal: VariableReader, service?: string): Promise<StoredSession | undefined> {
  const all = await readTrustedKeys(terminal);
  return all
    .filter(isStored)
    .findLast((one) => service === undefined || one.service === canonicalServiceAddress(service));
}

/** Signs out at every key service that answers, or at that of one service. The machine still trusts them. Throws Problem. */
export async function endKeySessions(world: World, service?: string): Promise<void> {
  const all = await readTrustedKeys(world.terminal);
  const isEnded = (one: TrustedKeys): boolean =>
    service === undefined || one.service === canonicalServiceAddress(service);
  for (const stored of all.filter(isStored).filter(isEnded)) {
    const { session } = await sessionAt(world, stored.url);
    await keySignIns({ ...stored, attempts: 1 })
      .end(session)
      .catch((error: unknown) => {
        if (!(error instanceof StrongroomError)) throw error;
      });
  }
  await write(
    world,
    all.map((one) => (isEnded(one) ? { service: one.service, url: one.url, key: one.key } : one)),
  );
}

const write = (world: World, all: readonly TrustedKeys[]): Promise<void> =>
  writePrivateJson(personPlace(world.terminal), all.length === 0 ? undefined : all);

/** Signs in with a browser, of this machine or of another, and stores the sign-in. */
async function signInToKeys(
  world: World,
  trusted: TrustedKeys,
  { isElsewhere, acrValues, signal }: Pick<Signing, 'isElsewhere' | 'acrValues' | 'signal'>,
): Promise<void> {
  // A file that cannot be read stops them before a sign-in that could not be stored.
  await readTrustedKeys(world.terminal);
  if (isElsewhere) return signInElsewhere(world, trusted, { acrValues, signal });
  const calls = keySignIns(trusted);
  const begun = await calls.begin({ isExtractable: true });
  const code = await codeByBrowser(async (back) => {
    const address = await calls.addressOf(begun, back, { acrValues });
    world.terminal.err(
      `Open this address in a browser of this machine, and compare the key there: ${await comparisonCode(begun)}\n${address}\n`,
    );
  }, signal);
  await store(world, trusted, await calls.finish(begun, code));
}

/** Whether a key service refused because it has no sign-in by device code, or an older version. */
export const hasNoDeviceCode = (error: unknown): boolean =>
  error instanceof StrongroomError && error.code === 'NOT_FOUND';

/** The end of a sentence for such a key service. */
export const NO_DEVICE_CODE = (url: string): string =>
  `the key service at ${url} has no sign-in by device code; run \`strongroom keys login\` on a machine with a browser, or ask its operator to turn it on`;

/** Signs in with a browser of another machine, where the person types a code. Throws NOT_FOUND where the key service has no such way. */
async function signInElsewhere(
  world: World,
  trusted: TrustedKeys,
  { acrValues, signal }: Pick<Signing, 'acrValues' | 'signal'>,
): Promise<void> {
  // Each question is asked once: the loop below is what waits.
  const calls = keySignIns({ ...trusted, attempts: 1, waiting: 0 });
  const begun = await calls.begin({ isExtractable: true });
  const asked = await calls.requestDeviceCode(begun, nameOfThis(), { acrValues });
  const { verification_uri: page, user_code: code, expires_in } = asked;
  world.terminal.err(
    `The key service asks you too. ${typeTheCode({ page: cleanLine(page), code: cleanLine(code), expires_in })}Compare the key there: ${await comparisonCode(begun)}\n`,
  );
  const brought = await pollDeviceCode(asked, () => calls.redeemDeviceCode(asked), signal);
  await store(world, trusted, await calls.finish(begun, brought));
}

type Signing = Readonly<{
  at: Readonly<{ url: string; key: string }>;
  /** Address of the service, its user, and their session; a token cannot link a person. */
  service: string;
  me: Me;
  session: Strongroom | undefined;
  /** Authentication contexts that the identity provider is asked for, between blanks. */
  acrValues?: string | undefined;
  /** Whether the browser of the person is on another machine. */
  isElsewhere: boolean;
  signal: AbortSignal;
}>;

/**
 * Signs in at a key service, and links the person to the user, once and after a question. Throws Problem for another person than the
 * linked one, and for a person who would have to be linked without a session.
 */
export async function keysBySignIn(
  world: World,
  { at, service, me, session, isElsewhere, acrValues, signal }: Signing,
): Promise<Extract<KeyChoice, { kind: 'key-service' }>> {
  await signInToKeys(world, { ...at, service: canonicalServiceAddress(service) }, { isElsewhere, acrValues, signal });
  const person = (await readKeySession(world.terminal, service))?.person;
  if (person === undefined) throw new StrongroomError('KEY_SIGN_IN_ENDED');
  if (me.key_person === null) {
    if (session === undefined)
      throw new Problem(
        `${service} does not know yet which person of ${at.url} you are: run \`strongroom login\` with --browser or --email.`,
      );
    await beforeLinking(world, service, `you are the person ${cleanLine(person.id)} of ${cleanLine(person.iss)}`);
    await session.account.linkKeyPerson({ link: await linkOf(world, at.url, me.id) }, { signal });
  } else if (!isSamePerson(me.key_person, person)) {
    await endKeySessions(world, service);
    throw new Problem(
      `you signed in at ${at.url} as the person ${cleanLine(person.id)}, and your account is linked to ${cleanLine(me.key_person.id)}: sign in there as that person. An owner of the organisation or a security officer can remove the link, with \`strongroom users unlink ${cleanLine(me.email)} --keys\`.`,
    );
  }
  return { kind: 'key-service', ...at, signIn: true };
}

/** A browser may hold the sign-in of another person at the provider, and their keys would be those of this user from then on. */
async function beforeLinking(world: World, service: string, what: string): Promise<void> {
  const { terminal } = world;
  if (!terminal.inputIsTerminal) return;
  const typed = await terminal.ask(`At the key service ${what}. Link your account to this person? [y/N] `, false);
  if (['y', 'yes'].includes(typed.trim().toLowerCase())) return;
  await endKeySessions(world, service);
  throw new Problem(`your account was not linked: sign in as yourself, with \`strongroom login\`.`);
}

/** The sign-in with a proof that is valid now: it is renewed, by one command at a time. Throws KEY_SIGN_IN_ENDED. */
export async function freshKeySession(world: World, url: string): Promise<KeySession> {
  const found = await sessionAt(world, url);
  if (!isKeySessionStale(found.session)) return found.session;
  return withUserLock(personPlace(world.terminal), async () => {
    const { session, stored } = await sessionAt(world, url);
    // Another command was quicker.
    if (!isKeySessionStale(session)) return session;
    const renewed = await keySignIns(stored).renew(session);
    await replace(world, stored, renewed);
    return renewed;
  });
}

/** A statement of the key service that a user is the person of this sign-in. */
async function linkOf(world: World, url: string, user: string): Promise<string> {
  await freshKeySession(world, url);
  return withUserLock(personPlace(world.terminal), async () => {
    const { session, stored } = await sessionAt(world, url);
    const linked = await keySignIns(stored).link(session, user);
    await replace(world, stored, linked.session);
    return linked.link;
  });
}

async function sessionAt({ terminal }: World, url: string) {
  const all = await readTrustedKeys(terminal);
  const stored = all.filter(isStored).findLast((one) => one.url === url);
  if (stored === undefined) throw new StrongroomError('KEY_SIGN_IN_ENDED');
  const { person, proof, endsAt, next, privateKey: jwk } = stored;
  const publicKey = { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y } as const;
  // Extractable: it is stored again after a renewal.
  const privateKey = await importClientKey({ ...publicKey, d: jwk.d }, true).catch((cause: unknown) => {
    throw new Problem(`${personPlace(terminal).path} ${SENTENCES.damaged}`, { cause });
  });
  return { stored, session: { publicKey, privateKey, person, proof, endsAt, next } };
}

const store = (world: World, trusted: TrustedKeys, session: KeySession): Promise<void> =>
  withUserLock(personPlace(world.terminal), () => replace(world, trusted, session));

/** Stores a sign-in in place of the last one for its service. Throws Problem for a damaged file, whose trust in others would be lost. The caller keeps other commands from doing the same. */
async function replace(world: World, { service, url, key }: TrustedKeys, session: KeySession): Promise<void> {
  const { person, proof, endsAt, next, privateKey } = session;
  const { x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  const stored: StoredSession = { service, url, key, person, proof, endsAt, next, privateKey: { x, y, d } };
  const others = (await readTrustedKeys(world.terminal)).filter((one) => one.service !== service);
  await write(world, [...others, stored]);
}

const isTrusted = (read: unknown): read is TrustedKeys => hasTexts(read, ['service', 'url', 'key']);

function isStored(read: TrustedKeys): read is StoredSession {
  const { person, privateKey, endsAt, ...texts }: Readonly<Record<string, unknown>> = { ...read };
  return (
    hasTexts(texts, ['proof', 'next']) &&
    hasTexts(person, ['iss', 'id']) &&
    hasTexts(privateKey, ['x', 'y', 'd']) &&
    typeof endsAt === 'number'
  );
}
