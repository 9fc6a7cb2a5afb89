import type { KeyUnwrapper } from './content/data-key.ts';
import { StrongroomError } from './error.ts';
import { baseAddress, isPrivateWay } from './http/address.ts';
import { type Fetch, Http } from './http/http.ts';
import { type RetryPolicy, realTime, type Time, type Wait } from './http/retries.ts';

/** How to deal with the network; all of it may be left out. */
export type NetworkOptions = Readonly<{
  /** Attempts at a request that fails through no fault of its own: no connection, 503. 5. */
  attempts?: number | undefined;
  /** Maximum wait of one call in milliseconds, all its waits together, also over the rate limit. 120 000. */
  waiting?: number | undefined;
  /** Milliseconds for one attempt at a call, and for a transfer without any progress. 30 000. */
  timeout?: number | undefined;
  /** Called before every wait. */
  onWait?: ((wait: Wait) => void) | undefined;
  /** The platform's own. */
  fetch?: Fetch | undefined;
  /** The platform's own; a test gives another. */
  time?: Time | undefined;
}>;

export type StrongroomOptions = NetworkOptions &
  Readonly<{
    /** Address of the service, with or without `/api/v1`. */
    url: string;
    /** An API token, or a function that is asked for it at every call. Without one only what is public can be called. */
    token?: string | (() => string | Promise<string>) | undefined;
    /** Your key management. Without it nothing can be encrypted or decrypted. */
    unwrap?: KeyUnwrapper | undefined;
    /** Send the token, a password or the secret of an invitation over plain HTTP to another machine. */
    insecure?: boolean | undefined;
  }>;

/** Shared by transfers and calls. */
export type Network = Readonly<{ fetch: Fetch; retries: RetryPolicy; timeout: number }>;

const ATTEMPTS = 5;
const MAX_WAIT_MS = 120_000;
const TIMEOUT_MS = 30_000;

export const networkOf = (options: NetworkOptions): Network => ({
  // Called without an owner: browsers refuse a fetch that belongs to another object than the window.
  fetch: options.fetch ?? ((url, init) => fetch(url, init)),
  timeout: options.timeout ?? TIMEOUT_MS,
  retries: {
    attempts: options.attempts ?? ATTEMPTS,
    waiting: options.waiting ?? MAX_WAIT_MS,
    time: options.time ?? realTime,
    onWait: options.onWait,
  },
});

/** The interface without a credential. Throws ADDRESS_MALFORMED. */
export const publicHttp = (url: string, network: Network): Http =>
  new Http({ ...network, base: baseAddress(url), token: undefined });

/** The interface with a credential. Throws ADDRESS_MALFORMED, ADDRESS_INSECURE. */
export function signedInHttp({ url, token, insecure = false }: StrongroomOptions, network: Network): Http {
  const base = baseAddress(url);
  if (token !== undefined && !insecure && !isPrivateWay(base)) throw new StrongroomError('ADDRESS_INSECURE');
  return new Http({ ...network, base, token: typeof token === 'string' ? () => token : token });
}

/**
 * The ways in: without a token, but what is sent there is a secret, too. Throws ADDRESS_MALFORMED; each call throws
 * ADDRESS_INSECURE, as the same address will do for what is public.
 */
export function entranceHttp({ url, insecure = false }: StrongroomOptions, network: Network): Http {
  const base = baseAddress(url);
  const isAllowed = insecure || isPrivateWay(base);
  return new Http({ ...network, fetch: isAllowed ? network.fetch : refuseToSend, base, token: undefined });
}

const refuseToSend: Fetch = () => Promise.reject(new StrongroomError('ADDRESS_INSECURE'));
