import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Terminal } from '@strongroom/command-line';

type VariableReader = Pick<Terminal, 'variable'>;

/** The settings file: in STRONGROOM_CONFIG, or else below XDG_CONFIG_HOME. */
export function configPlace(terminal: VariableReader): Readonly<{ path: string; folder: string }> {
  const named = terminal.variable('STRONGROOM_CONFIG');
  const path =
    named === undefined
      ? join(base(terminal, 'XDG_CONFIG_HOME', '.config'), 'strongroom', 'config.json')
      : resolve(named);
  return { path, folder: dirname(path) };
}

/** The enrolments of this machine: beside the settings, with their name. */
export function devicesPlace(terminal: VariableReader): Readonly<{ path: string; folder: string }> {
  const { path, folder } = configPlace(terminal);
  return { path: path.replace(/(\.json)?$/u, '-devices.json'), folder };
}

/** The sign-in at a key service: beside the settings, with their name. */
export function personPlace(terminal: VariableReader): Readonly<{ path: string; folder: string }> {
  const { path, folder } = configPlace(terminal);
  return { path: path.replace(/(\.json)?$/u, '-person.json'), folder };
}

/** The folder of state that is useful but not essential to keep between runs. */
export const stateFolder = (terminal: VariableReader): string =>
  join(base(terminal, 'XDG_STATE_HOME', '.local/state'), 'strongroom');

const base = (terminal: VariableReader, variable: 'XDG_CONFIG_HOME' | 'XDG_STATE_HOME', below: string): string =>
  terminal.variable(variable) ?? join(terminal.variable('HOME') ?? homedir(), below);
