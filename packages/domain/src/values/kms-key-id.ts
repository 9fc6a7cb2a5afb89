import type { KmsKeyId } from './crypto.ts';

/**
 * The form of a key's id, which clients hand to programs: at most 512 characters, no path that leaves its folder, and nothing
 * that looks like an option. A `;` is only before `name=`, as in a PKCS#11 URI (RFC 7512): in a shell it begins no command.
 */
export const KMS_KEY_ID =
  /^(?=.{1,512}$)(?!.*(^|\/)\.\.(\/|$))[A-Za-z0-9][A-Za-z0-9._:/@=+-]*(;[a-z][a-z-]*=[A-Za-z0-9._:/@=+-]*)*$/;

export const isKmsKeyId = (text: string): text is KmsKeyId => KMS_KEY_ID.test(text);
