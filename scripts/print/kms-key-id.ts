import { KMS_KEY_ID } from '@strongroom/domain';

/** The form of a key's id for the client library, which depends on no other package. */
export const kmsKeyId = (): string =>
  `/*
 * Printed from the domain by \`npm run print\`. Change packages/domain/src/values/kms-key-id.ts, not this file.
 */

/** The form of a key's id that is handed to a program. */
export const KMS_KEY_ID =
  ${String(KMS_KEY_ID)};
`;
