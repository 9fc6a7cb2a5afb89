import { SettingsDoNotFit } from '@strongroom/application';
import { type AwsCredentials, awsCredentialsIn, FollowedSecret } from '@strongroom/settings';
import type { S3CredentialsFile, Settings } from '../../config/settings.ts';

/** One for all that this process keeps in S3, so that a changed file is read once. */
const followed = new WeakMap<S3CredentialsFile, FollowedSecret<AwsCredentials>>();

/**
 * The key of the file that AWS_SHARED_CREDENTIALS_FILE names, read again once it has changed; nothing where the SDK finds the key by
 * itself. Throws SettingsDoNotFit.
 */
export function s3Credentials({
  followed: { s3Credentials: file },
}: Pick<Settings, 'followed'>): Readonly<{ credentials?: () => AwsCredentials }> {
  if (file === undefined) return {};
  try {
    const secret = followed.get(file) ?? new FollowedSecret(file.path, (text) => awsCredentialsIn(text, file.profile));
    followed.set(file, secret);
    return { credentials: () => secret.value };
  } catch (error) {
    throw new SettingsDoNotFit(
      `AWS_SHARED_CREDENTIALS_FILE ${error instanceof Error ? error.message : 'cannot be read'}.`,
    );
  }
}
