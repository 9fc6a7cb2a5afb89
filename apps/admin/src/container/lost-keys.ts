import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isLocalKey, loadOrCreateSecrets, noteLostKey, stateOfKey, systemClock } from '@strongroom/adapter-local';
import {
  forgetSettings,
  type KeyInUse,
  keysInUse,
  refuseLogFault,
  refuseUnreadableStore,
} from '@strongroom/application';
import { Problem } from '@strongroom/command-line';
import type { DocumentStore } from '@strongroom/ports';
import type { AuditKeyFiles, DocumentPlace, LostKeys } from '../service/stores.ts';
import { asProblem } from './as-problem.ts';
import { openAuditKeys } from './audit-keys.ts';
import { openStore } from './store.ts';

/**
 * Records the missing keys of these rooms as lost. Also creates a new service secret if it should be in the folder
 * but is missing. Throws Problem, and records nothing, if the key of one of the rooms exists.
 */
export const noteLostKeys: (
  store: DocumentPlace,
  keysFolder: string,
  auditKeys: AuditKeyFiles,
  asked: Readonly<{ rooms: readonly string[] | 'all'; secretIsSet: boolean }>,
) => Promise<LostKeys> = async (store, folder, auditKeys, { rooms, secretIsSet }) => {
  try {
    const documents = await openStore(store);
    try {
      await refuseUnreadableStore(documents);
      const keys = named(await keysInUse(documents), rooms);
      if (rooms !== 'all') await refusePresent(folder, keys);
      await refuseLogFault({ documents, auditKeys: await openAuditKeys(auditKeys), clock: systemClock });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const lost: KeyInUse[] = [];
      for (const key of keys) if (await noteLostKey({ folder, clock: systemClock }, key.kmsKeyId)) lost.push(key);
      return { lost, hasNewSecret: !secretIsSet && (await makeMissingSecret(documents, folder)) };
    } finally {
      await documents.close();
    }
  } catch (error) {
    throw asProblem(error);
  }
};

function named(inUse: readonly KeyInUse[], rooms: readonly string[] | 'all'): readonly KeyInUse[] {
  const ours = inUse.filter(({ kmsKeyId }) => isLocalKey(kmsKeyId));
  if (rooms === 'all') return ours;
  return rooms.map((room) => {
    const key = ours.find(({ roomId }) => roomId === room);
    if (key === undefined) throw new Problem(`no room ${room} of this store needs a key of this keyring.`);
    return key;
  });
}

async function refusePresent(folder: string, keys: readonly KeyInUse[]): Promise<void> {
  for (const { roomId, kmsKeyId } of keys)
    if ((await stateOfKey(folder, kmsKeyId)) === 'there')
      throw new Problem(`the key of the room ${roomId} is at ${folder}: it is not lost, and nothing was noted.`);
}

/** The stored secret goes first: after an interruption the next try finds no secret and continues. */
async function makeMissingSecret(documents: DocumentStore, folder: string): Promise<boolean> {
  if (existsSync(join(folder, 'service.secret'))) return false;
  await forgetSettings(documents);
  await loadOrCreateSecrets(folder);
  return true;
}
