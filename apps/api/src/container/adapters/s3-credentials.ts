import type { Log } from '@strongroom/ports';
import { type AwsCredentials, awsCredentialsIn } from '@strongroom/settings';
import { secretsIn } from '../../config/secret-file.ts';
import type { S3CredentialsFile, Settings } from '../../config/settings.ts';

const credentialsIn = secretsIn((text, { profile }: S3CredentialsFile) => awsCredentialsIn(text, profile));

/**
 * The key of the file that AWS_SHARED_CREDENTIALS_FILE names, read again once it has changed; nothing where the SDK finds the key by
 * itself. Throws SettingsUnfit.
 */
export function s3Credentials(
  { followed: { s3Credentials: file } }: Pick<Settings, 'followed'>,
  log: Log,
): Readonly<{ credentials?: () => AwsCredentials }> {
  if (file === undefined) return {};
  const secret = credentialsIn(file, log);
  return { credentials: () => secret.value };
}
