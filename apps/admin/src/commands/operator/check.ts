import { counted, defineCommand, Problem, type Terminal } from '@strongroom/command-line';
import { ROOM_SERVICE } from '@strongroom/settings';
import { bucketOf } from '../../doctor/bucket.ts';
import { DATA_DIR, type DataFolder, dataFolderOf } from '../../service/data-folder.ts';
import { setting } from '../../service/setting.ts';
import { storeOf } from '../../service/store.ts';
import type { BucketSettings } from '../../service/stores.ts';

/** Names printed of each list; all with --json. */
const SHOWN = 20;

export const check = defineCommand({
  name: 'check',
  summary: 'Compare the documents with the objects: files without an object, and objects that no file needs.',
  details:
    'For use after a restore, or when a download failed. Reads every file of the database, and every name in the bucket or folder;\nchanges nothing. The service may be running: what changes meanwhile is not named. An object that no file needs is left of a\nfile that came after the database was copied, or belongs to a file or room that is being destroyed: it disappears by itself\nthen. Exits with 1 if a file has no object.',
  operands: [],
  options: { 'data-dir': DATA_DIR, json: { text: 'Print one JSON object with all names.' } },
  examples: [
    ['check', 'compares the database and the bucket that the settings of the service name'],
    ['check --data-dir /srv/room', 'the same for a data folder'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const folder = dataFolderOf(given, world);
    const store = storeOf(terminal, folder);
    const objects = objectsOf(terminal, folder);
    const { needed, missing, unneeded } = await (await import('../../container/compared-objects.ts')).comparedObjects(
      store,
      objects,
    );
    terminal.out(
      given.flag('json')
        ? `${JSON.stringify({ needed, missing, unneeded })}\n`
        : `${counted(needed, 'object')} needed by files.\n` +
            listed(missing, 'missing: the file cannot be read; put the object back from a copy, or delete the file') +
            listed(unneeded, 'needed by no file'),
    );
    return missing.length === 0 ? 0 : 1;
  },
});

function objectsOf(terminal: Terminal, folder: DataFolder): string | BucketSettings {
  const bucket = bucketOf(terminal);
  if (bucket !== undefined) {
    if ('missing' in bucket) throw new Problem(`${bucket.missing} is missing: name the bucket of the service.`);
    return bucket;
  }
  if (setting(terminal, ROOM_SERVICE.blobs) === ROOM_SERVICE.blobs.fallback) return folder.blobs;
  throw new Problem(`${ROOM_SERVICE.blobs.name}: objects of a package cannot be compared.`);
}

function listed(keys: readonly string[], text: string): string {
  if (keys.length === 0) return '';
  const more = keys.length > SHOWN ? `  and ${keys.length - SHOWN} more; --json prints all\n` : '';
  return `${counted(keys.length, 'object')} ${text}:\n${keys
    .slice(0, SHOWN)
    .map((key) => `  ${described(key)}\n`)
    .join('')}${more}`;
}

/** The room and the file of an object, which its name holds. */
function described(key: string): string {
  const [, room, file] = /^at\/([^/]+)\/(?:[0-9a-f]-)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/.exec(key) ?? [];
  return room === undefined ? key : `${key}: room ${room}, file ${file}`;
}
