import { join, resolve } from 'node:path';
import type { OptionDefinition, TypedArguments, World } from '@strongroom/command-line';
import { KEY_SERVICE_VARIABLES, ROOM_SERVICE_VARIABLES } from '@strongroom/settings';
import { readSetting } from './setting.ts';

/** Paths of the embedded parts in a data folder. */
export type DataFolder = Readonly<{
  path: string;
  database: string;
  blobs: string;
  keys: string;
  secret: string;
  mail: string;
  ownerToken: string;
  /** The folder of the key service beside the service. */
  keyService: string;
}>;

/** The option of every command that works on a data folder. */
export const DATA_DIR: OptionDefinition = {
  value: 'D',
  text: 'The data folder of the service; STRONGROOM_DATA_DIR by default, else ./data.',
};

export function dataFolderOf(
  given: TypedArguments<'data-dir', never>,
  { terminal }: Pick<World, 'terminal'>,
): DataFolder {
  const path = resolve(given.text('data-dir') ?? readSetting(terminal, ROOM_SERVICE_VARIABLES.dataDir));
  return {
    path,
    database: join(path, 'strongroom.db'),
    blobs: join(path, 'blobs'),
    keys: join(path, 'keys'),
    secret: join(path, 'keys', 'service.secret'),
    mail: join(path, 'mail'),
    ownerToken: join(path, 'owner.token'),
    keyService: resolve(readSetting(terminal, KEY_SERVICE_VARIABLES.dataDir) ?? join(path, 'key-service')),
  };
}
