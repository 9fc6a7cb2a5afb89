import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SettingsUnfit, storeContents } from '@strongroom/application';
import type { BlobStore, DocumentStore } from '@strongroom/ports';
import type { Settings } from '../config/settings.ts';
import { DATA_FILES } from './adapters/kept.ts';

type Open = Readonly<{ documents: DocumentStore; blobs: Pick<BlobStore, 'list'> }>;

/**
 * An empty folder may be an unmounted disk or a forgotten restore. Throws SettingsUnfit if the documents name keys
 * or objects and the folder has none.
 */
export async function refuseEmptiedFolders(
  settings: Pick<Settings, 'dataDir' | 'keys' | 'blobs'>,
  { documents, blobs }: Open,
): Promise<void> {
  const isHere = { keys: settings.keys === 'local', blobs: settings.blobs === 'files' };
  if (!isHere.keys && !isHere.blobs) return;
  const held = await storeContents(documents);
  const at = (name: string): string => join(resolve(settings.dataDir), name);
  if (isHere.keys && held.rooms && !(await holdsKeys(at(DATA_FILES.keys))))
    throw new SettingsUnfit(
      `${at(DATA_FILES.keys)} holds no key, and this store has rooms: no file of them could be decrypted. Bring the keys back, from where the keyring is kept or by mounting its disk. Where they are lost for good, say so with \`strongroom-admin keys lost --all\`.`,
    );
  if (isHere.blobs && held.files && (await blobs.list('')).keys.length === 0)
    throw new SettingsUnfit(
      `${at(DATA_FILES.blobs)} is empty, and this store has files. Bring them back, from a backup or by mounting their disk.`,
    );
}

/** A live key, one being destroyed and a destroyed one: each leaves its file. */
const holdsKeys = async (folder: string): Promise<boolean> =>
  (await readdir(folder)).some((name) => /\.(?:kek|dying|destroyed)$/.test(name));
