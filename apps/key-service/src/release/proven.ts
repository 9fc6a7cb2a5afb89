import { KeyRefusal } from '@strongroom/domain';
import { type KeyRequestItem, liveItems } from './items.ts';
import type { KeyRequest, ReleaseDeps } from './key-request.ts';

/**
 * Verifies the proof of the person, once for all keys of a request. A refused proof refuses all of them. Throws
 * KeyRefusal.
 */
export async function provePerson(
  { mode, proofs }: Pick<ReleaseDeps, 'mode' | 'proofs'>,
  { device, person, client, items: sent }: Pick<KeyRequest, 'device' | 'person' | 'client' | 'items'>,
  items: readonly KeyRequestItem[],
): Promise<void> {
  const asked = liveItems(items);
  if (mode === 'grant' || asked.length === 0) return;
  try {
    const grants = sent.map(({ grant }) => grant);
    const found = await proofs.forKeys({ device, person, grants, client: client.thumbprint });
    for (const item of asked) {
      item.proven = found;
      item.asked = { ...item.asked, device: found.device };
    }
  } catch (error) {
    if (error instanceof KeyRefusal) for (const item of asked) item.refusal = error;
    throw error;
  }
}
