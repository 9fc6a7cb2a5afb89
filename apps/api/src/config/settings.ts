import type { LabelRules } from '@strongroom/domain';
import type { AdapterPort, TextSettings } from '@strongroom/ports';
import {
  type Environment,
  fileVariable,
  labelRulesOf,
  moduleSettingsOf,
  ROOM_SERVICE,
  readRoomService,
  type ValuesOf,
} from '@strongroom/settings';

/** The settings of the operator, read once at start. */
export type Settings = ValuesOf<typeof ROOM_SERVICE> &
  Readonly<{
    labelRules: LabelRules;
    uploadsPerMinute: number;
    /** The files of secrets that are read again once they change. */
    followed: Readonly<{
      grantKeys: string | undefined;
      mongodbUrl: string | undefined;
      postgresqlUrl: string | undefined;
      s3Credentials: S3CredentialsFile | undefined;
    }>;
    moduleSettings: Readonly<Record<AdapterPort, TextSettings>>;
  }>;

/** A credentials file of AWS, and the profile in it. */
export type S3CredentialsFile = Readonly<{ path: string; profile: string | undefined }>;

/** The file that the SDK of AWS reads, unless the variables have a key, which it prefers. */
function s3CredentialsFile(environment: Environment): S3CredentialsFile | undefined {
  const [path, key, profile] = ['AWS_SHARED_CREDENTIALS_FILE', 'AWS_ACCESS_KEY_ID', 'AWS_PROFILE'].map(
    (name) => environment[name]?.trim() || undefined,
  );
  return path === undefined || key !== undefined ? undefined : { path, profile };
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
        grantKeys: environment[fileVariable(ROOM_SERVICE.grantKeys.name)]?.trim() || undefined,
        mongodbUrl: environment[fileVariable(ROOM_SERVICE.mongodbUrl.name)]?.trim() || undefined,
        postgresqlUrl: environment[fileVariable(ROOM_SERVICE.postgresqlUrl.name)]?.trim() || undefined,
        s3Credentials: s3CredentialsFile(environment),
      },
      moduleSettings: moduleSettingsOf(environment, values),
    },
  };
}
