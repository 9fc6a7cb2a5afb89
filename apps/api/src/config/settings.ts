import type { LabelRules } from '@strongroom/domain';
import type { AdapterPort, TextSettings } from '@strongroom/ports';
import {
  type Environment,
  fileVariable,
  labelRulesOf,
  ROOM_SERVICE_VARIABLES,
  readAllModuleSettings,
  readRoomService,
  type ValuesOf,
} from '@strongroom/settings';

/** The settings of the operator, read once at start. */
export type Settings = ValuesOf<typeof ROOM_SERVICE_VARIABLES> &
  Readonly<{
    labelRules: LabelRules;
    uploadsPerMinute: number;
    /** The files of secrets that are read again once they change. */
    followed: Readonly<{
      grantKeys: SecretFile | undefined;
      mongodbUrl: SecretFile | undefined;
      postgresqlUrl: SecretFile | undefined;
      s3Credentials: S3CredentialsFile | undefined;
    }>;
    moduleSettings: Readonly<Record<AdapterPort, TextSettings>>;
  }>;

/** The file of a secret, and the variable that names it. */
export type SecretFile = Readonly<{ variable: string; path: string }>;

/** A credentials file of AWS, and the profile in it. */
export type S3CredentialsFile = SecretFile & Readonly<{ profile: string | undefined }>;

/** The file of one of our secrets. */
function secretFile(environment: Environment, name: string): SecretFile | undefined {
  const variable = fileVariable(name);
  const path = environment[variable]?.trim() || undefined;
  return path === undefined ? undefined : { variable, path };
}

/** The file that the SDK of AWS reads, unless the variables have a key, which it prefers. */
function s3CredentialsFile(environment: Environment): S3CredentialsFile | undefined {
  const variable = 'AWS_SHARED_CREDENTIALS_FILE';
  const [path, key, profile] = [variable, 'AWS_ACCESS_KEY_ID', 'AWS_PROFILE'].map(
    (name) => environment[name]?.trim() || undefined,
  );
  return path === undefined || key !== undefined ? undefined : { variable, path, profile };
}

/** A key vault outside the service has a quota for the whole organisation, and wraps a key for each upload. */
const UPLOADS_PER_MINUTE = { here: 30_000, outside: 3_000 } as const;

/** The settings, or all problems with them, as sentences. */
export type SettingsResult = Readonly<{ settings: Settings }> | Readonly<{ problems: readonly string[] }>;

/** Reads the environment. An empty variable counts as not set. */
export function readSettings(environment: Environment): SettingsResult {
  const read = readRoomService(environment);
  if ('problems' in read) return read;
  const { values } = read;
  return {
    settings: {
      ...values,
      labelRules: labelRulesOf(values),
      uploadsPerMinute: values.uploadsPerMinute ?? UPLOADS_PER_MINUTE[values.keys === 'local' ? 'here' : 'outside'],
      followed: {
        grantKeys: secretFile(environment, ROOM_SERVICE_VARIABLES.grantKeys.name),
        mongodbUrl: secretFile(environment, ROOM_SERVICE_VARIABLES.mongodbUrl.name),
        postgresqlUrl: secretFile(environment, ROOM_SERVICE_VARIABLES.postgresqlUrl.name),
        s3Credentials: s3CredentialsFile(environment),
      },
      moduleSettings: readAllModuleSettings(environment, values),
    },
  };
}
