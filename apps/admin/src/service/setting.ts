import { Problem, type Terminal } from '@strongroom/command-line';
import { InvalidSetting, readVariable, type Variable, withSecretFiles } from '@strongroom/settings';

/** A readSetting of the service, read as the service reads it: a secret may be in a file. Throws Problem for a value that it refuses. */
export function readSetting<T>({ environment: given }: Pick<Terminal, 'environment'>, variable: Variable<T>): T {
  const { environment, problems } = withSecretFiles({ variable }, given);
  for (const problem of problems) throw new Problem(withoutStop(problem));
  try {
    return readVariable(variable, environment);
  } catch (error) {
    throw error instanceof InvalidSetting ? new Problem(withoutStop(error.message)) : error;
  }
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/u, '');
