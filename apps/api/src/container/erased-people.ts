import { join } from 'node:path';
import { ERASED_FILE, erasedFile, faultOfCheckpointFile } from '@strongroom/adapter-local';
import type { ErasedPeople, Log } from '@strongroom/ports';
import { storePlaceOf } from '@strongroom/settings';
import type { Settings } from '../config/settings.ts';
import { DATA_FILES } from './adapters/kept.ts';

type ListSettings = Pick<Settings, 'documents' | 'dataDir' | 'erasedList'>;

/** The list of erased people; undefined with documents in memory, and with a warning where the list cannot be written. */
export async function openErasedPeople(
  { documents, dataDir, erasedList }: ListSettings,
  log: Log,
): Promise<ErasedPeople | undefined> {
  if (storePlaceOf('documents', documents) === 'process') return undefined;
  const path = erasedList ?? join(dataDir, DATA_FILES.keys, ERASED_FILE);
  const fault = await faultOfCheckpointFile(path);
  if (fault === undefined) return erasedFile(path);
  log.warn('the list of erased people cannot be written: a restored store would bring them back', {
    setting: 'STRONGROOM_ERASED_LIST',
    fault,
  });
  return undefined;
}
