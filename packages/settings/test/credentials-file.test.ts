import { expect, test } from '@jest/globals';
import { awsCredentialsIn, InvalidSetting } from '../src/index.ts';

const FILE = `
# written by the platform
[default]
aws_access_key_id = AKIDONE
aws_secret_access_key=a/secret+of=one
[profile archive]
AWS_ACCESS_KEY_ID = AKIDTWO
aws_secret_access_key = two
aws_session_token = a token
aws_session_token = token
region = eu-central-1
[half]
aws_access_key_id = AKIDTHREE
`;

test.each([
  [undefined, { accessKeyId: 'AKIDONE', secretAccessKey: 'a/secret+of=one' }],
  ['archive', { accessKeyId: 'AKIDTWO', secretAccessKey: 'two', sessionToken: 'token' }],
])('a credentials file has the key of the profile %s', (profile, key) => {
  expect(awsCredentialsIn(FILE, profile)).toEqual(key);
  expect(awsCredentialsIn(FILE.replaceAll('\n', '\r\n'), profile)).toEqual(key);
});

test.each(['half', 'other', 'def'])(
  'a profile %s without a whole key is refused, and nothing of the file is repeated',
  (profile) => {
    const parse = () => awsCredentialsIn(FILE, profile);
    expect(parse).toThrow(InvalidSetting);
    expect(parse).toThrow(`has no aws_access_key_id and aws_secret_access_key for the profile ${profile}`);
  },
);
