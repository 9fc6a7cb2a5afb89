import { parseTlogProof } from '@strongroom/audit-proof';
import { StrongroomError } from '@strongroom/client';
import type { Session } from '../account/session.ts';
import type { BinderFolder } from './folder.ts';
import { EVENTS, LOG_KEY, proofPath } from './layout.ts';

/** The event of a proof, as it was logged. */
export const loggedText = (proof: string): string => new TextDecoder().decode(parseTlogProof(proof).extra);

/** Writes the events of the room with their proofs, the oldest first. Returns their number. */
export async function writeRecord({ client, signal }: Session, roomId: string, folder: BinderFolder): Promise<number> {
  const texts: string[] = [];
  for await (const { seq, proof } of client.audit.export({ room_id: roomId, proofs: 'true' }, { signal })) {
    // Erased between the list and its proof, or with details that the caller does not see.
    if (typeof proof !== 'string') continue;
    await folder.write(proofPath(seq), proof);
    texts.push(`${loggedText(proof)}\n`);
  }
  await folder.write(EVENTS, texts.toReversed().join(''));
  return texts.length;
}

/** Writes the key of the log where the caller may read it. Owners of a room alone get it from a reader of the log. */
export async function writeLogKey({ client, signal }: Session, folder: BinderFolder): Promise<boolean> {
  try {
    const answer = await client.audit.key({ signal });
    await folder.write(LOG_KEY, await answer.text());
    return true;
  } catch (error) {
    if (error instanceof StrongroomError && error.status === 403) return false;
    throw error;
  }
}
