import { StrongroomCalls } from '@strongroom/client';
import { reportConnection } from './connection.ts';
import { ownFetch } from './own-fetch.ts';

/** Tells the state of the connection by the outcome of every request. */
async function watchedFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    const answer = await ownFetch(url, init);
    reportConnection(answer.status === 503 || answer.status === 502 ? 'restarting' : 'up');
    return answer;
  } catch (error) {
    if (init.signal?.aborted !== true) reportConnection('down');
    throw error;
  }
}

/** Few attempts: a person who waits sees the state of the connection, and can act. */
export const service = new StrongroomCalls({ url: location.origin, fetch: watchedFetch, attempts: 3, waiting: 10_000 });
