export * from './drivers.ts';
export * from './findings.ts';
export { httpAddress, isLoopback } from './forms/addresses.ts';
export { type AwsCredentials, awsCredentialsIn } from './forms/aws-credentials.ts';
export type { CheckpointPlace, KeeperBucket, Keepers, Witness } from './forms/checkpoint-places.ts';
export { GRANT_KEYS_FORM, MONGODB_URL_FORM, POSTGRESQL_ADDRESSES_FORM } from './forms/secrets.ts';
export type { SmtpAddress } from './forms/smtp-url.ts';
export {
  DRIVER_KINDS,
  isModuleVariable,
  modulePrefix,
  readAllModuleSettings,
  readModuleSettings,
} from './module-settings.ts';
export {
  type Environment,
  type ReadResult,
  readVariable,
  readVariables,
  type ValuesOf,
  type VariableTable,
  valueProblems,
} from './read.ts';
export { FollowedSecret, fileVariable, withSecretFiles } from './secret-files.ts';
export { unknownVariableProblems, variableNames } from './unknown.ts';
export { InvalidSetting, type Variable } from './variable.ts';
export { COMMAND_LINE_VARIABLES, type CommandLineName, START_VARIABLES } from './variables/command-line.ts';
export { KEY_SERVICE_OWN_VARIABLES, KEY_SERVICE_VARIABLES } from './variables/key-service.ts';
export { ROOM_SERVICE_VARIABLES } from './variables/room-service.ts';
export {
  checkpointWarning,
  labelRulesOf,
  readRoomService,
  unknownSettingProblems,
} from './variables/room-service-rules.ts';
