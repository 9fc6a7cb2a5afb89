import { Problem, type Terminal } from '@strongroom/command-line';
import { InvalidSetting, settingOf, type Variable } from '@strongroom/settings';

/** A setting of the service, read as the service reads it. Throws Problem for a value that it refuses. */
export function setting<T>({ environment }: Pick<Terminal, 'environment'>, variable: Variable<T>): T {
  try {
    return settingOf(variable, environment);
  } catch (error) {
    throw error instanceof InvalidSetting ? new Problem(error.message.replace(/\.$/u, '')) : error;
  }
}
