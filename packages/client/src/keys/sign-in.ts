import { StrongroomError } from '../base/error.ts';
import { toBase64Url } from '../content/bytes.ts';
import { type NetworkOptions, networkOf } from '../content/settings.ts';
import { isEnvelope, unsafeAs } from '../http/answer.ts';
import { ClientKey, type ClientKeyPair, sha256 } from './client-key.ts';
import { type KeyPerson, secureOrigin } from './devices.ts';
import { serviceKey } from './key-calls.ts';
import { type KeyServiceCall, sendKeyRequest } from './requests.ts';
import { openSealedText, type SealedText } from './sealed-text.ts';

/** A sign-in that was begun: keep it until the browser comes back with a code. */
export type KeySignIn = ClientKeyPair & Readonly<{ verifier: string }>;

/** A sign-in by device code that waits. Times in seconds. */
export type KeyDeviceCode = Readonly<{
  device_code: string;
  user_code: string;
  verification_uri: string;
  expires_in: number;
  interval: number;
}>;

/** A person who signed in at a key service with this client. Store the whole of it at every change. */
export type KeySession = ClientKeyPair &
  Readonly<{
    person: KeyPerson;
    /** The proof for requests of keys. */
    proof: string;
    /** When it ends, by the clock of this machine: milliseconds since 1970. */
    endsAt: number;
    /** Authorises the next renewal, link or sign-out, once. */
    next: string;
  }>;

type Options = NetworkOptions &
  Readonly<{
    /** Address of the key service, and thumbprint of its key, from where you trust them. */
    url: string;
    key: string;
  }>;

/** The sign-in of a person at a key service, and what they do with it. */
export type KeySignIns = Readonly<{
  /** `isExtractable`: whether the key of the client can be exported, to be stored in a file. Default: false. */
  begin: (options?: Readonly<{ isExtractable?: boolean }>) => Promise<KeySignIn>;
  /**
   * Address of the page that a browser opens. It comes back to `back` with a `code`. `acrValues`: authentication contexts that
   * the identity provider is asked for, between blanks, after STEP_UP_REQUIRED.
   */
  addressOf: (
    begun: KeySignIn,
    back: string,
    options?: Readonly<{ acrValues?: string | undefined }>,
  ) => Promise<string>;
  /**
   * Begins a sign-in by device code (RFC 8628): a person types `user_code` on the page `verification_uri`, in any browser.
   * Throws NOT_FOUND where the key service has none. `name`: of this program and its computer, for that person.
   */
  requestDeviceCode: (
    begun: KeySignIn,
    name: string,
    options?: Readonly<{ acrValues?: string | undefined }>,
  ) => Promise<KeyDeviceCode>;
  /** The code for `finish`. Throws AUTHORIZATION_PENDING until the person has signed in; ask again after `interval`. */
  redeemDeviceCode: (asked: Pick<KeyDeviceCode, 'device_code'>) => Promise<string>;
  finish: (begun: KeySignIn, code: string) => Promise<KeySession>;
  /** Another proof. Throws KEY_SIGN_IN_ENDED an hour after the sign-in. */
  renew: (session: KeySession) => Promise<KeySession>;
  /** A statement, valid for a minute, that a user of the room service is this person. */
  link: (session: KeySession, userId: string) => Promise<Readonly<{ link: string; session: KeySession }>>;
  end: (session: KeySession) => Promise<void>;
}>;

/**
 * Calls of a key service whose people sign in by an identity provider. Throws ADDRESS_MALFORMED, ADDRESS_INSECURE; calls throw
 * KEY_SERVICE_UNAVAILABLE, KEY_SIGN_IN_ENDED, or a code of the key service.
 */
export function keySignIns(options: Options): KeySignIns {
  const ask: KeyServiceCall = { url: secureOrigin(options.url), network: networkOf(options) };
  const call = async (method: 'POST' | 'DELETE', path: string, body: object): Promise<unknown> => {
    const answer = await sendKeyRequest(ask, { method, path, body: async () => body }).catch((error: unknown) => {
      throw asSignInError(error);
    });
    if (!isEnvelope(answer)) throw new StrongroomError('UNEXPECTED_ANSWER');
    return answer.data;
  };
  const opened = async (answer: unknown, client: ClientKey): Promise<Answered> => {
    const verifier = await serviceKey(ask, options.key);
    if (!isSealed(answer)) throw new StrongroomError('UNEXPECTED_ANSWER');
    const text = await openSealedText(answer, ask.url, client, verifier);
    return answeredIn(text);
  };
  const sessionBy = async (holder: ClientKeyPair, answer: unknown): Promise<KeySession> => {
    const { publicKey, privateKey } = holder;
    const { person: proof, next } = await opened(answer, await ClientKey.of(holder));
    if (proof === undefined) throw new StrongroomError('UNEXPECTED_ANSWER');
    const { person, life } = readProof(proof);
    return { publicKey, privateKey, person, proof, endsAt: Date.now() + life * SECOND, next };
  };
  return {
    begin: async ({ isExtractable = false } = {}) => ({
      ...(await ClientKey.makePair(isExtractable)),
      verifier: toBase64Url(crypto.getRandomValues(new Uint8Array(32))),
    }),
    addressOf: async ({ publicKey, privateKey, verifier }, back, { acrValues } = {}) => {
      const { thumbprint } = await ClientKey.of({ publicKey, privateKey });
      const query = {
        client_jkt: thumbprint,
        challenge: await sha256(verifier),
        return: back,
        ...(acrValues === undefined ? {} : { acr_values: acrValues }),
      };
      return `${ask.url}/v1/sign-in?${new URLSearchParams(query).toString()}`;
    },
    requestDeviceCode: async ({ publicKey, privateKey, verifier }, name, { acrValues } = {}) => {
      const { thumbprint } = await ClientKey.of({ publicKey, privateKey });
      const asked = acrValues === undefined ? {} : { acr_values: acrValues };
      const body = { client_jkt: thumbprint, challenge: await sha256(verifier), name, ...asked };
      return unsafeAs<KeyDeviceCode>(await call('POST', '/v1/device-sign-in', body));
    },
    redeemDeviceCode: async ({ device_code }) =>
      unsafeAs<Readonly<{ code: string }>>(await call('POST', '/v1/device-sign-in/token', { device_code })).code,
    finish: async (begun, code) => {
      // Checks the key before it sends the secret: another key service must not get it.
      await serviceKey(ask, options.key);
      const body = { code, verifier: begun.verifier, client_key: begun.publicKey };
      return sessionBy(begun, await call('POST', '/v1/person', body));
    },
    renew: async (session) => sessionBy(session, await call('POST', '/v1/person/renew', { next: session.next })),
    link: async (session, user) => {
      const answer = await call('POST', '/v1/person/link', { next: session.next, user });
      const { next } = await opened(answer, await ClientKey.of(session));
      return { link: unsafeAs<Readonly<{ link: string }>>(answer).link, session: { ...session, next } };
    },
    end: async ({ next }) => void (await call('DELETE', '/v1/person', { next })),
  };
}

type Answered = Readonly<{ person?: string; next: string }>;

const SECOND = 1000;
/** Seconds before its end in which a proof is not used any more. */
const MARGIN = 60;

/** Whether a session has to be renewed before its proof is used. */
export const isKeySessionStale = ({ endsAt }: KeySession): boolean => Date.now() > endsAt - MARGIN * SECOND;

/** Characters of a key that people compare with the page of the key service: `ABCD-EFGH`. */
export async function comparisonCode({ publicKey, privateKey }: ClientKeyPair): Promise<string> {
  const { thumbprint } = await ClientKey.of({ publicKey, privateKey });
  const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const bits = Array.from(thumbprint, (one) => base64.indexOf(one).toString(2).padStart(6, '0')).join('');
  const code = Array.from({ length: 8 }, (_, at) => BASE32[Number.parseInt(bits.slice(at * 5, at * 5 + 5), 2)]).join(
    '',
  );
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The key service refuses the sign-in itself: only another one helps. */
export function asSignInError(error: unknown): unknown {
  const isEnded = error instanceof StrongroomError && ['PERSON_EXPIRED', 'PERSON_INVALID'].includes(error.code);
  return isEnded ? new StrongroomError('KEY_SIGN_IN_ENDED', { cause: error, status: error.status }) : error;
}

/** Checks the form only: the signature shows whether the content is right. */
const isSealed = (answer: unknown): answer is SealedText =>
  typeof answer === 'object' &&
  answer !== null &&
  ['sealed', 'sig'].every((name) => typeof Object.getOwnPropertyDescriptor(answer, name)?.value === 'string') &&
  'epk' in answer &&
  typeof answer.epk === 'object' &&
  answer.epk !== null;

/** The content of an answer that was opened. Throws UNEXPECTED_ANSWER. */
function answeredIn(text: string): Answered {
  const { person, next } = objectIn(() => text);
  if (typeof next !== 'string' || (person !== undefined && typeof person !== 'string'))
    throw new StrongroomError('UNEXPECTED_ANSWER');
  return { next, ...(person !== undefined && { person }) };
}

/** The person of a proof and its life in seconds. The answer that brought it was verified. Throws UNEXPECTED_ANSWER. */
function readProof(proof: string): Readonly<{ person: KeyPerson; life: number }> {
  const [, payload = ''] = proof.split('.');
  const { idp, iat, exp } = objectIn(() => {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(text, (one) => one.codePointAt(0) ?? 0));
  });
  if (typeof idp !== 'object' || idp === null || !('iss' in idp) || !('id' in idp))
    throw new StrongroomError('UNEXPECTED_ANSWER');
  const { iss, id } = idp;
  if (typeof iss !== 'string' || typeof id !== 'string' || typeof iat !== 'number' || typeof exp !== 'number')
    throw new StrongroomError('UNEXPECTED_ANSWER');
  return { person: { iss, id }, life: exp - iat };
}

/** Throws UNEXPECTED_ANSWER. */
function objectIn(text: () => string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text());
    if (typeof read === 'object' && read !== null) return { ...read };
  } catch {
    // Answered below, like JSON that is not an object.
  }
  throw new StrongroomError('UNEXPECTED_ANSWER');
}
