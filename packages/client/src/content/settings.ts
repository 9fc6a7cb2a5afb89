import { StrongroomError } from '../base/error.ts';
import type { KeyUnwrapper } from '../base/key-unwrapper.ts';
import { Caller } from '../calls/caller.ts';
import { baseAddress, isPrivateWay } from '../http/address.ts';
import type { Fetch } from '../http/connection-errors.ts';
import { type RetryPolicy, type RetryTime, realTime, type Wait } from '../http/retries.ts';
import { putObject } from './objects.ts';

/** Network settings; all are optional. */
export type NetworkOptions = Readonly<{
  /** Attempts at a request that fails through no fault of its own: no connection, 503. Default: 5. */
  attempts?: number | undefined;
  /** Maximum time that one call waits in all, in milliseconds, including waits for the rate limit. Default: 120 000. */
  waiting?: number | undefined;
  /**
   * Maximum time that one call or transfer waits for a service that was reached before and cannot be reached, in
   * milliseconds: offline, asleep, between two networks, while the service restarts. Default: 0, only `attempts` count.
   */
  lineWaiting?: number | undefined;
  /** Whether the service was reached already, as by the page that makes this client. */
  isReached?: boolean | undefined;
  /**
   * Maximum time that one file waits, in milliseconds, while the key service has released all keys of an hour.
   * Default: 4 000 000, a little more than an hour.
   */
  keyWaiting?: number | undefined;
  /** Milliseconds for one attempt at a call, and for a transfer without any progress. Default: 30 000. */
  timeout?: number | undefined;
  /** Called before every wait, with its end. */
  onWait?: ((wait: Wait) => void) | undefined;
  /** `fetch` of the platform by default. */
  fetch?: Fetch | undefined;
  /** PUTs an encrypted object of memory. By default with `fetch`, which reports no progress before its end. */
  put?: typeof putObject | undefined;
  /** Time and randomness; tests supply their own. */
  time?: RetryTime | undefined;
}>;

export type StrongroomOptions = NetworkOptions &
  Readonly<{
    /** Address of the service, with or without `/api/v1`. */
    url: string;
    /** An API token, or a function that returns it for every call. Without one, only public operations work. */
    token?: string | (() => string | Promise<string>) | undefined;
    /** Your key management. Without it, nothing can be encrypted or decrypted. */
    unwrap?: KeyUnwrapper | undefined;
    /** Send tokens, passwords and invitation secrets over plain HTTP to another machine. */
    insecure?: boolean | undefined;
  }>;

/** Shared by transfers and calls. */
export type ClientNetwork = Readonly<{
  fetch: Fetch;
  put: typeof putObject;
  retries: RetryPolicy;
  keyWaiting: number;
  timeout: number;
}>;

const ATTEMPTS = 5;
const MAX_WAIT_MS = 120_000;
/** A limit of an hour ends within the hour. */
const MAX_KEY_WAIT_MS = 4_000_000;
const TIMEOUT_MS = 30_000;

export const networkOf = (options: NetworkOptions): ClientNetwork => ({
  // Called without a receiver: browsers refuse a `fetch` called on an object other than the window.
  fetch: options.fetch ?? ((url, init) => fetch(url, init)),
  put: options.put ?? putObject,
  timeout: options.timeout ?? TIMEOUT_MS,
  keyWaiting: options.keyWaiting ?? MAX_KEY_WAIT_MS,
  retries: {
    attempts: options.attempts ?? ATTEMPTS,
    waiting: options.waiting ?? MAX_WAIT_MS,
    time: options.time ?? realTime,
    onWait: options.onWait,
    line: { wasThere: options.isReached ?? false, waiting: options.lineWaiting ?? 0 },
  },
});

/** The interface without a credential. Throws ADDRESS_MALFORMED. */
export const publicCaller = (url: string, network: ClientNetwork): Caller =>
  new Caller({ ...network, base: baseAddress(url) });

/** The interface with a credential. Throws ADDRESS_MALFORMED, ADDRESS_INSECURE. */
export function signedInCaller(
  { url, token, unwrap, insecure = false }: StrongroomOptions,
  network: ClientNetwork,
): Caller {
  const base = baseAddress(url);
  if (token !== undefined && !insecure && !isPrivateWay(base)) throw new StrongroomError('ADDRESS_INSECURE');
  return new Caller({ ...network, base, unwrap, token: typeof token === 'string' ? () => token : token });
}

/**
 * The ways in: without a token, but what is sent there is a secret, too. Throws ADDRESS_MALFORMED; each call throws
 * ADDRESS_INSECURE, as the same address will do for what is public.
 */
export function entranceCaller({ url, insecure = false }: StrongroomOptions, network: ClientNetwork): Caller {
  const base = baseAddress(url);
  const isAllowed = insecure || isPrivateWay(base);
  return new Caller({ ...network, fetch: isAllowed ? network.fetch : refuseToSend, base });
}

const refuseToSend: Fetch = () => Promise.reject(new StrongroomError('ADDRESS_INSECURE'));
