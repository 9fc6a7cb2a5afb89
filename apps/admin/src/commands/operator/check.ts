import type { ComparedKeys } from '@strongroom/application';
import { defineCommand, formatCount, Problem, type Terminal } from '@strongroom/command-line';
import { ROOM_SERVICE_VARIABLES } from '@strongroom/settings';
import type { VaultToCompare } from '../../container/compared-keys.ts';
import { bucketOf } from '../../doctor/bucket.ts';
import { DATA_DIR, type DataFolder, dataFolderOf } from '../../service/data-folder.ts';
import { readSetting } from '../../service/setting.ts';
import { storeOf } from '../../service/store.ts';
import type { BucketSettings } from '../../service/stores.ts';
import { vaultTokenOf } from '../../service/token-settings.ts';

/** Names printed of each list; all with --json. */
const SHOWN = 20;

export const check = defineCommand({
  name: 'check',
  summary:
    'Compare the documents with objects and keys: files without an object, rooms without a key, and what none needs.',
  details:
    'For use after a restore, or when a download failed. Reads every file of the database, every name in the bucket or folder, and the\nids of the keys in the embedded keyring or the token; changes nothing. The service may be running: what changes meanwhile is not\nnamed. An object that no file needs is left of a file that came after the database was copied, or belongs to a file or room that\nis being destroyed: it disappears by itself then. Keep a key of no room: its room may be in a newer copy of the database, or its\ndocument may be damaged. Exits with 1 if a file has no object, or a room no key.',
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
    const vault = vaultOf(terminal, folder);
    const { needed, missing, unneeded } = await (await import('../../container/compared-objects.ts')).comparedObjects(
      store,
      objects,
    );
    const keys =
      vault === undefined
        ? undefined
        : await (await import('../../container/compared-keys.ts')).comparedKeys(store, vault);
    terminal.out(
      given.flag('json')
        ? `${JSON.stringify({ needed, missing, unneeded, keys })}\n`
        : `${formatCount(needed, 'object')} needed by files.\n` +
            listed(
              'object',
              missing.map(described),
              'missing: the file cannot be read; put the object back from a copy, or delete the file',
            ) +
            listed('object', unneeded.map(described), 'needed by no file') +
            keyLines(keys),
    );
    return missing.length + (keys?.keyless.length ?? 0) === 0 ? 0 : 1;
  },
});

function objectsOf(terminal: Terminal, folder: DataFolder): string | BucketSettings {
  const bucket = bucketOf(terminal);
  if (bucket !== undefined) {
    if ('missing' in bucket) throw new Problem(`${bucket.missing} is missing: name the bucket of the service.`);
    return bucket;
  }
  if (readSetting(terminal, ROOM_SERVICE_VARIABLES.blobs) === ROOM_SERVICE_VARIABLES.blobs.fallback)
    return folder.blobs;
  throw new Problem(`${ROOM_SERVICE_VARIABLES.blobs.name}: objects of a package cannot be compared.`);
}

/** The vault whose keys can be listed; undefined for any other. Throws Problem. */
function vaultOf(terminal: Terminal, folder: DataFolder): VaultToCompare | undefined {
  if (readSetting(terminal, ROOM_SERVICE_VARIABLES.keys) === 'local') return folder.keys;
  const token = vaultTokenOf(terminal);
  if (token === undefined) return undefined;
  if ('missing' in token) throw new Problem(`${token.missing.join(', ')} is missing: name the token of the service.`);
  return { token, dataDir: folder.path };
}

function keyLines(keys: ComparedKeys | undefined): string {
  if (keys === undefined)
    return `The keys of rooms are not compared: ${ROOM_SERVICE_VARIABLES.keys.name} names a vault that lists none.\n`;
  const { rooms, keyless, unused } = keys;
  return (
    `${formatCount(rooms - keyless.length, 'room')} of ${rooms} with a key.\n` +
    listed(
      'room',
      keyless.map(({ roomId, kmsKeyId }) => `${roomId}: key ${kmsKeyId}`),
      'without a key: their files cannot be opened; put the keys back from a copy, or see "strongroom-admin keys lost"',
    ) +
    listed('key', unused, 'of no room')
  );
}

function listed(noun: string, items: readonly string[], text: string): string {
  if (items.length === 0) return '';
  const more = items.length > SHOWN ? `  and ${items.length - SHOWN} more; --json prints all\n` : '';
  return `${formatCount(items.length, noun)} ${text}:\n${items
    .slice(0, SHOWN)
    .map((item) => `  ${item}\n`)
    .join('')}${more}`;
}

/** The room and the file of an object, which its name holds. */
function described(key: string): string {
  const [, room, file] = /^at\/([^/]+)\/(?:[0-9a-f]-)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/.exec(key) ?? [];
  return room === undefined ? key : `${key}: room ${room}, file ${file}`;
}
