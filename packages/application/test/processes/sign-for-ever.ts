import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { auditKeysIn, createSecrets, openSqliteDocuments, systemClock, systemIds } from '@strongroom/adapter-local';
import type { EventId, RoomId } from '@strongroom/domain';
import type { Log } from '@strongroom/ports';
import { Checkpointer } from '../../src/jobs/checkpointer.ts';
import { eventOf, SYSTEM } from '../../src/kernel/audit-entry.ts';
import { nameLog } from '../../src/operator/begin-signing.ts';

const logger: Log = { info: () => undefined, warn: console.error, error: console.error };

/** Commits events and signs the log in a folder, over and over, until it is killed. Prints every checkpoint as JSON. */
export async function signForEver(folder: string): Promise<never> {
  const documents = await openSqliteDocuments({ path: join(folder, 'documents.db'), deadlineMs: 20_000 });
  const auditKeys = auditKeysIn({ file: join(folder, 'audit.key'), isMade: true });
  await nameLog({ documents, auditKeys, secrets: createSecrets(randomBytes(32)) }, 'rooms.example');
  const signer = new Checkpointer({ documents, log: documents.audit, auditKeys, clock: systemClock, logger });
  for (;;) {
    const now = systemClock.now();
    const target = { type: 'room', id: systemIds.uuid<RoomId>(), roomId: null, label: null } as const;
    const event = eventOf(systemIds.timed<EventId>(now), now, SYSTEM, { type: 'room.created', target });
    await documents.commit([], [event]);
    const signed = await signer.signNow();
    if (signer.fault !== undefined) throw signer.fault;
    console.log(JSON.stringify(signed?.note));
  }
}
