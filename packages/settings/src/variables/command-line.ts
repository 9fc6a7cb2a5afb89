import { FILE, FOLDER, SECRET_TEXT, SWITCH, text } from '../forms/form.ts';
import { optional, variable } from '../variable.ts';
import type { ROOM_SERVICE } from './room-service.ts';

/** Variables of the command line alone. The shell that starts a service may have them too. */
export const COMMAND_LINE = {
  url: optional(
    'STRONGROOM_URL',
    text('address'),
    'that of the last login',
    'Address of the service; overrides the one that `login` has stored.',
  ),
  token: optional(
    'STRONGROOM_TOKEN',
    SECRET_TEXT,
    'that of the last login',
    'The token; overrides the one that `login` has stored.',
  ),
  config: optional(
    'STRONGROOM_CONFIG',
    FILE,
    'strongroom/config.json below XDG_CONFIG_HOME',
    'The file that `login` writes; by default `strongroom/config.json` below `XDG_CONFIG_HOME`, else `~/.config`. Mode 0600, or it is refused.',
  ),
  configFolder: optional('XDG_CONFIG_HOME', FOLDER, '~/.config', 'Where `strongroom/` with the file of `login` is.'),
  stateFolder: optional(
    'XDG_STATE_HOME',
    FOLDER,
    '~/.local/state',
    'Where `strongroom/` with the log of transfers is; by default `~/.local/state`.',
  ),
  noColour: optional('NO_COLOR', text('anything'), 'none', 'No colours on a terminal either.'),
};

/** Names that commands of members read. STRONGROOM_DATA_DIR names a keyring on this machine. */
export type CommandLineName =
  | (typeof COMMAND_LINE)[keyof typeof COMMAND_LINE]['name']
  | (typeof ROOM_SERVICE)['dataDir']['name'];

/** Variables of `npm start` of its own. */
export const START_VARIABLES = {
  keyService: variable('STRONGROOM_KEY_SERVICE', SWITCH, 'on', 'off makes `npm start` start the room service alone.'),
};
