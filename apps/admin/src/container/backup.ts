import {
  BackupRefused,
  backUp as backUpFolder,
  type DataEntries,
  type Manifest,
  restore as restoreFolder,
  StoreUnusable,
  systemClock,
} from '@strongroom/adapter-local';
import { enrolledDevices, inventoryOf, SettingsUnfit } from '@strongroom/application';
import { Problem } from '@strongroom/command-line';
import type { BackedUp, CopyProgress, RestoredKeyService, RoomKey } from '../service/stores.ts';
import { refusedBySystem, refuseUnusable } from './refused-by-system.ts';

const COPIED: DataEntries = { 'strongroom.db': 'read', blobs: 'read', keys: 'read' };

/** Copies a data folder that may be in use to a new one. Throws Problem. */
export const backUp: (
  asked: Readonly<{
    dataDir: string;
    keyService: string;
    to: string;
    withKeys: boolean;
    version: string;
    onProgress: (progress: CopyProgress) => void;
  }>,
) => Promise<BackedUp> = (asked) =>
  orProblem(async () => {
    await refuseUnusable(asked.dataDir, COPIED);
    return backedUp(await backUpFolder({ ...asked, clock: systemClock, inventory: inventoryOf }));
  });

/** Restores a data folder from a backup. `keyless` are the rooms without a key anywhere. Throws Problem. */
export const restore: (
  asked: Readonly<{
    from: string;
    dataDir: string;
    keyService: string;
    keyServiceKeys: string | undefined;
    keys: string | undefined;
    onProgress: (progress: CopyProgress) => void;
  }>,
) => Promise<Readonly<{ backup: BackedUp; keyless: readonly RoomKey[]; keyService: RestoredKeyService }>> = (asked) =>
  orProblem(async () => {
    const devices = enrolledDevices;
    const done = await restoreFolder({ ...asked, devices, clock: systemClock, inventory: inventoryOf });
    return { backup: backedUp(done.manifest), keyless: done.keyless, keyService: done.keyService };
  });

const backedUp = (manifest: Manifest): BackedUp => ({
  madeAt: manifest.made_at,
  version: manifest.version,
  rooms: manifest.rooms,
  objects: manifest.objects,
  bytes: manifest.object_bytes,
  lost: manifest.lost_objects,
  withKeys: manifest.with_keys,
  hasRecord: manifest.key_service === undefined ? undefined : manifest.key_service !== null,
});

async function orProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupRefused || error instanceof StoreUnusable || error instanceof SettingsUnfit)
      throw new Problem(error.message, { cause: error });
    throw (await refusedBySystem(error)) ?? error;
  }
}
