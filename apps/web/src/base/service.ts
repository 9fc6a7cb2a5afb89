import { StrongroomCalls } from '@strongroom/client';
import { reportFailure } from './connection.ts';
import { ownFetch } from './own-fetch.ts';

/** Reports each request that fails, unless its caller ended it. */
async function watchedFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    const answer = await ownFetch(url, init);
    if (answer.status === 503 || answer.status === 502) reportFailure('restarting');
    return answer;
  } catch (error) {
    if (init.signal?.aborted !== true) reportFailure('down');
    throw error;
  }
}

/** Few attempts: a person who waits sees the state of the connection, and can act. */
export const service = new StrongroomCalls({ url: location.origin, fetch: watchedFetch, attempts: 3, waiting: 10_000 });
