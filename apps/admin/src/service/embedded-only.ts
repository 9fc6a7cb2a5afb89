import { Problem, type Terminal } from '@strongroom/command-line';
import { ROOM_SERVICE_VARIABLES, type Variable } from '@strongroom/settings';
import { readSetting } from './setting.ts';

type EnvironmentReader = Pick<Terminal, 'environment'>;

/** Throws Problem if the service's settings name a store outside the data folder. */
export function refuseOtherStores(terminal: EnvironmentReader): void {
  refuseOtherDocuments(terminal);
  refuseOther(terminal, ROOM_SERVICE_VARIABLES.blobs);
}

/** Checks the documents only. */
export const refuseOtherDocuments = (terminal: EnvironmentReader): void =>
  refuseOther(terminal, ROOM_SERVICE_VARIABLES.documents);

/** Checks the keys only. */
export const refuseOtherKeys = (terminal: EnvironmentReader): void =>
  refuseOther(terminal, ROOM_SERVICE_VARIABLES.keys);

function refuseOther(terminal: EnvironmentReader, variable: Variable<string>): void {
  const set = readSetting(terminal, variable);
  if (set !== variable.fallback)
    throw new Problem(`${variable.name} is ${set}: this works on the embedded store (${variable.fallback}) only.`);
}
