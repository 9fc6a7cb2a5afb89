import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { s3Credentials } from './s3-credentials.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-secret-file-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a file of S3 credentials that is malformed from its second text on is one warning for all that use it', async () => {
  const path = join(folder, 'credentials');
  const write = (text: string): void => writeFileSync(path, text);
  const lines: unknown[] = [];
  const note = (...line: readonly unknown[]): void => void lines.push(line);
  const log = { info: note, warn: note, error: note };
  const variable = 'AWS_SHARED_CREDENTIALS_FILE';
  const followed = {
    grantKeys: undefined,
    mongodbUrl: undefined,
    postgresqlUrl: undefined,
    s3Credentials: { variable, path, profile: undefined },
  };

  write('[default]\naws_access_key_id = one\n');
  expect(() => s3Credentials({ followed }, log)).toThrow(
    'AWS_SHARED_CREDENTIALS_FILE has no aws_access_key_id and aws_secret_access_key for the profile default.',
  );
  write('[default]\naws_access_key_id = one\naws_secret_access_key = first\n');
  const users = [s3Credentials({ followed }, log), s3Credentials({ followed }, log)];
  write('[default]\naws_access_key_id = two\naws_secret_access_key = hunter2 hunter3\n');
  for (const { credentials } of users)
    expect(credentials?.()).toEqual({ accessKeyId: 'one', secretAccessKey: 'first' });
  expect(lines).toEqual([
    [
      'a file of secrets is not taken; the last one that was read holds',
      {
        variable,
        file: path,
        because: 'has no aws_access_key_id and aws_secret_access_key for the profile default',
      },
    ],
  ]);
});
