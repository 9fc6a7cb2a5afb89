import { StrongroomError } from '@strongroom/client';
import type { Session } from '../account/session.ts';

const CLEANUP_MS = 5_000;

export async function statusOf({ client, signal }: Session, id: string): Promise<'pending' | 'available' | 'gone'> {
  try {
    return (await client.files.get(id, { signal })).status;
  } catch (error) {
    if (error instanceof StrongroomError && error.status === 404) return 'gone';
    throw error;
  }
}

/** Deletes an announced file that may be confirmed, unless it is. Returns whether nothing of it is left. */
export async function removeUnconfirmed({ client, url }: Session, id: string): Promise<boolean> {
  const signal = AbortSignal.timeout(CLEANUP_MS);
  try {
    const status = await statusOf({ client, url, signal }, id);
    if (status === 'pending') await client.files.delete(id, { signal });
    return status !== 'available';
  } catch {
    return false;
  }
}
