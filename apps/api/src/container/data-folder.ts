import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type DataEntries, reasonAgainstFolder } from '@strongroom/adapter-local';
import { SettingsUnfit } from '@strongroom/application';
import { storePlaceOf } from '@strongroom/settings';
import type { Settings } from '../config/settings.ts';
import { DATA_FILES } from './adapters/kept.ts';

type Needed = Pick<Settings, 'dataDir' | 'documents' | 'blobs' | 'keys' | 'mail' | 'secret'>;

/**
 * Creates the data folder if it is needed, and checks that it is complete: a database needs its keys, objects and
 * secret. New ones would silently lose all files, links and page cursors. Throws SettingsUnfit.
 */
export async function refuseUnfitFolder(settings: Needed): Promise<void> {
  if (!keepsAnything(settings)) return;
  const folder = resolve(settings.dataDir);
  const unusable = await reasonAgainstFolder('STRONGROOM_DATA_DIR', folder, entriesOf(settings));
  if (unusable !== undefined) throw new SettingsUnfit(`${unusable}.`);
  const database = join(folder, DATA_FILES.documents);
  // INVARIANT: the entries checked here are created before the database, so that an interrupted first start is not refused.
  if (settings.documents !== 'sqlite' || !existsSync(database)) return;
  for (const [name, reason] of belonging(settings)) {
    const path = join(folder, name);
    if (existsSync(path)) continue;
    throw new SettingsUnfit(`${path} is missing, and ${database} is not: ${reason}.`);
  }
}

/** A service that stores everything elsewhere may run on a read-only disk. */
const keepsAnything = (settings: Needed): boolean =>
  settings.secret === undefined ||
  (['documents', 'blobs', 'keys', 'mail'] as const).some((kind) => storePlaceOf(kind, settings[kind]) === 'folder');

const entriesOf = ({ documents, blobs, keys, mail, secret }: Needed): DataEntries => ({
  ...(documents === 'sqlite' && {
    [DATA_FILES.documents]: 'write',
    [DATA_FILES.limits]: 'write',
    [DATA_FILES.id]: 'read',
    [DATA_FILES.checkpoint]: 'read',
  }),
  ...(blobs === 'files' && { [DATA_FILES.blobs]: 'write' }),
  ...(storePlaceOf('mail', mail) === 'folder' && { [DATA_FILES.mail]: 'write' }),
  ...((keys === 'local' || secret === undefined) && { [DATA_FILES.keys]: 'read' }),
});

const AGAIN = 'Bring it back, from a backup or by mounting its disk';

function* belonging({ keys, blobs, secret }: Needed): Generator<readonly [name: string, reason: string]> {
  if (keys === 'local') yield [DATA_FILES.keys, `without its keys no file of this store can be decrypted. ${AGAIN}`];
  if (secret === undefined)
    yield [
      join(DATA_FILES.keys, 'service.secret'),
      `with another secret every invitation link and address that was given out would end. ${AGAIN}, or set STRONGROOM_SECRET to the one that was used`,
    ];
  if (blobs === 'files') yield [DATA_FILES.blobs, `the files of this store are in it. ${AGAIN}`];
}
