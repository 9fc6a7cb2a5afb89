import { InvalidSetting } from '../variable.ts';

/** The key of a user of an S3 server. */
export type AwsCredentials = Readonly<{ accessKeyId: string; secretAccessKey: string; sessionToken?: string }>;

const SECTION = /^\[\s*(?:profile\s+)?([^\]]+?)\s*\]$/;
const LINE = /^(aws_access_key_id|aws_secret_access_key|aws_session_token)\s*=\s*(\S+)$/i;

/**
 * The key of a profile in a credentials file of AWS: sections in brackets, and `name = value`. Throws InvalidSetting, whose
 * message repeats nothing of the file.
 */
export function awsCredentialsIn(text: string, profile = 'default'): AwsCredentials {
  const found = new Map<string, string>();
  let section: string | undefined;
  for (const line of text.split('\n').map((one) => one.trim())) {
    section = SECTION.exec(line)?.[1] ?? section;
    const [, name, value] = (section === profile && LINE.exec(line)) || [];
    if (name !== undefined && value !== undefined) found.set(name.toLowerCase(), value);
  }
  const [accessKeyId, secretAccessKey, sessionToken] = ['access_key_id', 'secret_access_key', 'session_token'].map(
    (name) => found.get(`aws_${name}`),
  );
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new InvalidSetting(`has no aws_access_key_id and aws_secret_access_key for the profile ${profile}`);
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}
