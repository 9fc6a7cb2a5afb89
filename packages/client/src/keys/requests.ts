import { StrongroomError } from '../base/error.ts';
import type { ClientNetwork } from '../content/settings.ts';
import { readAnswer } from '../http/answer.ts';
import { boundedText } from '../http/bounded-text.ts';
import { withConnectionErrors } from '../http/connection-errors.ts';
import { isOfOtherServer, isRedirect, redirectError } from '../http/in-between.ts';
import { type Wait, withRetries } from '../http/retries.ts';
import { withTimeout } from '../http/with-timeout.ts';
import { sha256 } from './client-key.ts';
import { deviceProof, type KeyDevice } from './device.ts';

/** A key service to ask. `device` and `session` prove the person, where it asks for that. */
export type KeyServiceCall = Readonly<{
  url: string;
  network: ClientNetwork;
  device?: (() => Promise<KeyDevice | undefined>) | undefined;
  session?: (() => Promise<Readonly<{ proof: string }>>) | undefined;
}>;

type Method = 'GET' | 'POST' | 'DELETE';
/**
 * `body` is made for every attempt, because proofs in it end. `isProven`: a device signs the call. `isGranted`: the call holds
 * grants, which end sooner than a long wait.
 */
type Request = Readonly<{
  method: Method;
  path: string;
  body?: (() => Promise<object>) | undefined;
  isProven?: boolean;
  isGranted?: boolean;
  signal?: AbortSignal | undefined;
}>;

/** Less than the life of a grant. */
const MAX_WAIT_WITH_GRANT_MS = 30_000;

const FIXED = { redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/**
 * Sends a request, again while the key service does not answer. Throws KEY_SERVICE_UNAVAILABLE, or a code of the key service
 * with a sentence that names it.
 */
export async function sendKeyRequest(ask: KeyServiceCall, request: Request): Promise<unknown> {
  const { fetch, timeout, retries } = ask.network;
  const { method, path, signal } = request;
  const once = async (): Promise<unknown> => {
    const body = request.body === undefined ? undefined : JSON.stringify(await request.body());
    const headers = {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(request.isProven === true ? { Authorization: await authorization(ask, method, path, body ?? '') } : {}),
    };
    const init = { ...FIXED, method, headers, ...(body === undefined ? {} : { body }) };
    return withTimeout(timeout, signal, async (ending) => {
      const response = await withConnectionErrors(fetch(ask.url + path, { ...init, signal: ending }));
      if (isRedirect(response)) throw redirectError(response.status, keyServiceAt(ask.url));
      return readAnswer(response, await boundedText(response), keyServiceAt(ask.url));
    });
  };
  const waiting = request.isGranted === true ? Math.min(retries.waiting, MAX_WAIT_WITH_GRANT_MS) : retries.waiting;
  const onWait = retries.onWait && ((wait: Wait) => retries.onWait?.({ ...wait, for: 'key-service' }));
  return withRetries(once, { ...retries, waiting, onWait }, signal).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error instanceof StrongroomError ? asKeyServiceError(ask.url, error) : error;
  });
}

const keyServiceAt = (url: string) => `the key service at ${url}` as const;

/** The header of a call without a grant: it covers method, path and body. */
async function authorization(ask: KeyServiceCall, method: Method, path: string, body: string): Promise<string> {
  const device = await ask.device?.();
  if (device === undefined) throw new StrongroomError('PERSON_INVALID');
  return `Strongroom-Device ${await deviceProof(device, ask.url, [method, path, await sha256(body)].join('\n'))}`;
}

/** The same error with a sentence that says which side it comes from. */
export function asKeyServiceError(url: string, error: StrongroomError): StrongroomError {
  const { code, message, status, retryAfter, requestId, attempts } = error;
  if (isOfOtherServer(error))
    return new StrongroomError('KEY_SERVICE_UNAVAILABLE', { message, status, retryAfter, attempts, cause: error });
  if (SILENT.has(code))
    return new StrongroomError('KEY_SERVICE_UNAVAILABLE', {
      message: `The key service at ${url} does not answer: your files are there, and open once it does.`,
      cause: error,
    });
  if (status === 0) return error;
  if (code === 'UNEXPECTED_ANSWER')
    return new StrongroomError(code, { status, message: `The answer of ${url} is not one of a key service.` });
  const about = { status, retryAfter, requestId, attempts };
  if (status === 503)
    return new StrongroomError('KEY_SERVICE_UNAVAILABLE', {
      ...about,
      message: `The key service at ${url} releases no keys now: ${message}`,
    });
  return new StrongroomError(code, { ...about, message: `The key service at ${url} refuses: ${message}` });
}

const SILENT: ReadonlySet<string> = new Set(['CONNECTION_LOST', 'TIMED_OUT']);
