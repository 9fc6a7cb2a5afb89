import { FILE_FORM, FOLDER_FORM, SECRET_FORM, SWITCH_FORM, textForm } from '../forms/form.ts';
import { optionalVariable, variable } from '../variable.ts';
import type { ROOM_SERVICE_VARIABLES } from './room-service.ts';

/** Variables of the command line alone. The shell that starts a service may have them too. */
export const COMMAND_LINE_VARIABLES = {
  url: optionalVariable(
    'STRONGROOM_URL',
    textForm('address'),
    'that of the last login',
    'Address of the service; overrides the one that `login` has stored.',
  ),
  token: optionalVariable(
    'STRONGROOM_TOKEN',
    SECRET_FORM,
    'that of the last login',
    'The token; overrides the one that `login` has stored.',
  ),
  config: optionalVariable(
    'STRONGROOM_CONFIG',
    FILE_FORM,
    'strongroom/config.json below XDG_CONFIG_HOME',
    'The file that `login` writes; by default `strongroom/config.json` below `XDG_CONFIG_HOME`, else `~/.config`. Mode 0600, or it is refused.',
  ),
  configFolder: optionalVariable(
    'XDG_CONFIG_HOME',
    FOLDER_FORM,
    '~/.config',
    'Where `strongroom/` with the file of `login` is.',
  ),
  stateFolder: optionalVariable(
    'XDG_STATE_HOME',
    FOLDER_FORM,
    '~/.local/state',
    'Where `strongroom/` with the log of transfers is; by default `~/.local/state`.',
  ),
  noColour: optionalVariable('NO_COLOR', textForm('anything'), 'none', 'No colours on a terminal either.'),
};

/** Names that commands of members read. STRONGROOM_DATA_DIR names a keyring on this machine. */
export type CommandLineName =
  | (typeof COMMAND_LINE_VARIABLES)[keyof typeof COMMAND_LINE_VARIABLES]['name']
  | (typeof ROOM_SERVICE_VARIABLES)['dataDir']['name'];

/** Variables of `npm start` of its own. */
export const START_VARIABLES = {
  keyService: variable(
    'STRONGROOM_KEY_SERVICE',
    SWITCH_FORM,
    'on',
    'off makes `npm start` start the room service alone.',
  ),
};
