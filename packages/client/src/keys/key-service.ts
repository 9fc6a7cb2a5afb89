import { StrongroomError } from '../base/error.ts';
import type { GrantedKey, KeyUnwrapper, WrappedDataKey } from '../base/key-unwrapper.ts';
import { type NetworkOptions, networkOf } from '../content/settings.ts';
import { ClientKey } from './client-key.ts';
import type { KeyDevice } from './device.ts';
import { secureOrigin } from './devices.ts';
import { askKeys, serviceKey } from './key-calls.ts';
import type { KeyServiceCall } from './requests.ts';
import { type OpenBytes, openBytes, openSealed, type SealedKey } from './sealed-key.ts';
import type { KeySession } from './sign-in.ts';

export type KeyServiceOptions = NetworkOptions &
  Readonly<{
    /** Address of the key service: `scheme://host[:port]`. */
    url: string;
    /** Thumbprint of its key, from where you trust it: never from an answer of the room service. */
    key: string;
    /**
     * The enrolled device that proves you, where the key service asks for that; beside a sign-in, for files whose label asks
     * for both. A function is called for every request, and may find none.
     */
    device?: KeyDevice | (() => Promise<KeyDevice | undefined>) | undefined;
    /** Your sign-in at the key service, where it asks for that; renewed before its proof ends. Called for every request. */
    session?: (() => Promise<KeySession>) | undefined;
  }>;

/** Maximum number of answers that are held for files whose turn has not come. */
const MAX_EXPECTED = 2000;

/**
 * Key management by a key service. The private key of the client is made here, cannot be exported and is gone with this
 * object. Throws ADDRESS_MALFORMED, ADDRESS_INSECURE; unwrapping throws KEY_NOT_UNWRAPPED, KEY_SERVICE_CHANGED,
 * KEY_SERVICE_UNAVAILABLE, or a code of the key service.
 */
export const keyServiceUnwrapper = (options: KeyServiceOptions): KeyUnwrapper => unwrapperWith(options, openBytes);

/** Key management by a key service, with another function that opens answers for `unwrap`. */
export function unwrapperWith(options: KeyServiceOptions, open: OpenBytes): KeyUnwrapper {
  const url = secureOrigin(options.url);
  const { device, session } = options;
  const ask: KeyServiceCall = {
    url,
    session,
    network: networkOf(options),
    device: typeof device === 'object' ? async () => device : device,
  };
  const groups = new Groups(ask);
  let made: Promise<ClientKey> | undefined;
  let known: Promise<CryptoKey> | undefined;
  const clientKey = (): Promise<ClientKey> => {
    // Grants and the proof of a sign-in are bound to the same key.
    made ??= session === undefined ? ClientKey.make() : session().then((found) => ClientKey.of(found));
    return made.catch((error: unknown) => {
      made = undefined;
      throw error;
    });
  };
  const keyOfService = (): Promise<CryptoKey> => {
    known ??= serviceKey(ask, options.key).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  const answered = async (wrapped: WrappedDataKey): Promise<Parameters<OpenBytes>> => {
    const { grant, grantMissing, wrappedDek, fileId, op, signal } = wrapped;
    if (typeof grant !== 'string' || fileId === undefined || op === undefined) throw noGrant(grantMissing);
    const [client, verifier] = await Promise.all([clientKey(), keyOfService()]);
    const sealed = await groups.sealed({ grant, wrappedDek }, client, signal);
    return [sealed, { url, file: fileId, op, grant }, client, verifier];
  };
  return {
    client: async () => (await clientKey()).thumbprint,
    expect: (granted, signal) => groups.add(granted, clientKey, signal),
    unwrap: async (wrapped) => open(...(await answered(wrapped))),
    unwrapHidden: async (wrapped) => openSealed(...(await answered(wrapped)), { isHidden: true }),
  };
}

/** Reasons of the room service that have a sentence of their own. */
const MISSING = ['PERSON_NOT_LINKED', 'LINK_NEEDS_KEY'] as const;

function noGrant(missing: string | null | undefined): StrongroomError {
  const known = MISSING.find((code) => code === missing);
  if (known !== undefined) return new StrongroomError(known);
  return new StrongroomError('KEY_NOT_UNWRAPPED', {
    message: 'The room service gave no grant for the key service: it may name another one, or none.',
  });
}

/** Keys that were granted in one answer are asked for in one call, and at once: they come while earlier files are transferred. */
class Groups {
  readonly #ask: KeyServiceCall;
  readonly #groups = new Map<string, Group>();

  constructor(ask: KeyServiceCall) {
    this.#ask = ask;
  }

  add(granted: readonly GrantedKey[], client: () => Promise<ClientKey>, signal: AbortSignal | undefined): void {
    const group: Group = { granted };
    // The key of a single file is asked for when its turn comes.
    if (granted.length > 1) {
      group.answer = client().then(({ publicKey }) => askKeys(this.#ask, granted, publicKey, signal));
      group.answer.catch(() => undefined); // its files ask again
    }
    for (const { grant } of granted) this.#groups.set(grant, group);
    // Grants of files that were never fetched stay.
    for (const [grant] of this.#groups) {
      if (this.#groups.size <= MAX_EXPECTED) return;
      this.#groups.delete(grant);
    }
  }

  async sealed(key: GrantedKey, client: ClientKey, signal: AbortSignal | undefined): Promise<SealedKey> {
    const group = this.#groups.get(key.grant) ?? { granted: [key] };
    this.#groups.delete(key.grant);
    group.answer ??= askKeys(this.#ask, group.granted, client.publicKey, signal);
    // The call of a group belongs to the file that came first: when that was stopped, another one asks again.
    const answers = await group.answer.catch((error: unknown) => {
      if (group.granted.length === 1) throw error;
      return askKeys(this.#ask, [key], client.publicKey, signal);
    });
    const answer = answers.get(key.grant);
    if (answer === undefined) throw new StrongroomError('UNEXPECTED_ANSWER');
    if (answer instanceof StrongroomError) throw answer;
    return answer;
  }
}

type Group = { readonly granted: readonly GrantedKey[]; answer?: ReturnType<typeof askKeys> };
