import type { LabelRules } from '@strongroom/domain';
import type { AdapterPort, TextSettings } from '@strongroom/ports';
import {
  type Environment,
  labelRulesOf,
  moduleSettingsOf,
  type ROOM_SERVICE,
  readRoomService,
  type ValuesOf,
} from '@strongroom/settings';

/** The settings of the operator, read once at start. */
export type Settings = ValuesOf<typeof ROOM_SERVICE> &
  Readonly<{
    labelRules: LabelRules;
    uploadsPerMinute: number;
    moduleSettings: Readonly<Record<AdapterPort, TextSettings>>;
  }>;

/** A key vault outside of the service has a quota for the whole organisation, and wraps a key for each upload. */
const UPLOADS_PER_MINUTE = { here: 30_000, outside: 3_000 } as const;

/** The settings, or all problems with them, as sentences. */
export type Read = Readonly<{ settings: Settings }> | Readonly<{ problems: readonly string[] }>;

/** Reads the environment. An empty variable counts as not set. */
export function readSettings(environment: Environment): Read {
  const read = readRoomService(environment);
  if ('problems' in read) return read;
  const { values } = read;
  return {
    settings: {
      ...values,
      labelRules: labelRulesOf(values),
      uploadsPerMinute: values.uploadsPerMinute ?? UPLOADS_PER_MINUTE[values.keys === 'local' ? 'here' : 'outside'],
      moduleSettings: moduleSettingsOf(environment, values),
    },
  };
}
