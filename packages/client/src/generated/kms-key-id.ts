/*
 * Printed from the domain by `npm run print`. Change packages/domain/src/values/kms-key-id.ts, not this file.
 */

/** The form of a key's id that is handed to a program. */
export const KMS_KEY_ID =
  /^(?=.{1,512}$)(?!.*(^|\/)\.\.(\/|$))[A-Za-z0-9][A-Za-z0-9._:/@=+-]*(;[a-z][a-z-]*=[A-Za-z0-9._:/@=+-]*)*$/;
