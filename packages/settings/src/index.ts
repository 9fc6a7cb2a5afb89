export * from './drivers.ts';
export * from './findings.ts';
export { httpAddress, isLoopback } from './forms/addresses.ts';
export { type AwsCredentials, awsCredentialsIn } from './forms/aws-credentials.ts';
export type { CheckpointPlace, KeeperBucket, Keepers, Witness } from './forms/checkpoint-places.ts';
export { GRANT_KEYS, MONGODB_URL, POSTGRESQL_ADDRESSES } from './forms/secrets.ts';
export type { SmtpAddress } from './forms/smtp-url.ts';
export { isOfModule, KINDS, modulePrefix, moduleSettings, moduleSettingsOf } from './module-settings.ts';
export {
  type Environment,
  type Read,
  readVariables,
  settingOf,
  type Table,
  type ValuesOf,
  wrongValues,
} from './read.ts';
export { FollowedSecret, fileVariable, withSecretFiles } from './secret-files.ts';
export { namesIn, unknownVariables } from './unknown.ts';
export { InvalidSetting, type Variable } from './variable.ts';
export { COMMAND_LINE, type CommandLineName, START_VARIABLES } from './variables/command-line.ts';
export { KEY_SERVICE, KEY_SERVICE_OWN } from './variables/key-service.ts';
export { ROOM_SERVICE } from './variables/room-service.ts';
export { checkpointWarning, labelRulesOf, readRoomService, unknownOf } from './variables/room-service-rules.ts';
