import type { LabelRules } from '@strongroom/domain';
import type { AdapterPort, TextSettings } from '@strongroom/ports';
import {
  COMMAND_LINE,
  type Environment,
  isOfModule,
  moduleSettingsOf,
  namesIn,
  ROOM_SERVICE,
  readVariables,
  unknownVariables,
  type ValuesOf,
} from '@strongroom/settings';
import { labelRulesOf, ruleProblems } from './rules.ts';

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
  const unknown = unknownOf(environment);
  const read = readVariables(ROOM_SERVICE, environment, ruleProblems);
  if ('problems' in read) return { problems: [...unknown, ...read.problems] };
  if (unknown.length > 0) return { problems: unknown };
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

const OWN_NAMES = namesIn(ROOM_SERVICE);

/** Variables of the command line, which may be set in the shell that starts the service. */
const OF_THE_COMMAND_LINE = namesIn(COMMAND_LINE);

/** Variables of the key service, which reads and checks them itself. */
const OF_THE_KEY_SERVICE = /^STRONGROOM_KEY_SERVICE(_|$)/;

const unknownOf = (environment: Environment): readonly string[] =>
  unknownVariables(
    environment,
    { prefix: 'STRONGROOM_', known: OWN_NAMES, service: 'this service' },
    (name) => OF_THE_COMMAND_LINE.includes(name) || OF_THE_KEY_SERVICE.test(name) || isOfModule(environment, name),
  );
