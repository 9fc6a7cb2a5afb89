import { Strongroom } from '@strongroom/client';
import { report } from './connection.ts';

/** Address of the interface: pages come from the same origin. */
const BASE = `${location.origin}/api/v1`;

/**
 * Calls of the service go with the session's cookie, which no script can read, and with the header that only a page of
 * the same origin can send. Other servers (the object store, the key service) get neither.
 */
export const cookieFetch = async (url: string, init: RequestInit): Promise<Response> => {
  if (!url.startsWith(`${BASE}/`)) return fetch(url, init);
  const headers = new Headers(init.headers);
  headers.set('X-Strongroom', '1');
  try {
    const answer = await fetch(url, { ...init, headers, credentials: 'same-origin' });
    report(answer.status === 503 || answer.status === 502 ? 'restarting' : 'up');
    return answer;
  } catch (error) {
    if (init.signal?.aborted !== true) report('down');
    throw error;
  }
};

/** Few attempts: a person who waits sees the state of the connection, and can act. */
export const service = new Strongroom({ url: location.origin, fetch: cookieFetch, attempts: 3, waiting: 10_000 });
