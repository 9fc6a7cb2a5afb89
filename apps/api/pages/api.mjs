/** The API of the service that served this page, also behind a proxy that serves it below a path. */
const BASE = new URL('../api/v1/', import.meta.url);

/** @typedef {{ field: string, message: string }} Detail */
/** @typedef {{ code: string, message: string, details?: Detail[] }} ApiError */

/** The reason for a refusal, in words for the user. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {{ status?: number, code?: string, details?: Detail[] }} [more]
   */
  constructor(message, { status = 0, code = '', details = [] } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/**
 * Calls the API and resolves with its answer. Secrets go into the header and the body only, because addresses end up in
 * logs. @param {'GET' | 'POST' | 'DELETE'} method @param {string} path relative to the prefix of the API @param {{
 * session?: string, body?: object, key?: string }} [what] `key`: the Idempotency-Key @returns {Promise<any>} the whole
 * answer: `{data, meta?}` @throws {Refusal}
 */
export async function ask(method, path, { session, body, key } = {}) {
  const response = await send(new URL(path, BASE), {
    method,
    headers: {
      ...(session === undefined ? {} : { Authorization: `Bearer ${session}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  });
  /** @type {{ error?: ApiError } | undefined} */
  const answer = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  throw refusalOf(response, answer?.error);
}

/**
 * @param {URL} url
 * @param {RequestInit} request
 */
async function send(url, request) {
  try {
    return await fetch(url, request);
  } catch {
    throw new Refusal('The service cannot be reached. Check your connection, then try again.');
  }
}

/**
 * @param {Response} response
 * @param {ApiError | undefined} error nothing where it was not the service that answered
 */
function refusalOf(response, error) {
  const { status } = response;
  if (error === undefined) return new Refusal(`The service sent an invalid answer (status ${status}).`, { status });
  const { code, details = [] } = error;
  return new Refusal([error.message, ...whenAgain(response)].join(' '), { status, code, details });
}

/**
 * @param {Response} response
 * @returns {string[]}
 */
function whenAgain({ headers }) {
  const seconds = Number(headers.get('Retry-After'));
  if (!(seconds > 0)) return [];
  const at = new Date(Date.now() + seconds * 1000).toLocaleTimeString();
  return [`Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, at ${at}.`];
}
