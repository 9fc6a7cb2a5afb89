import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes the key of a bucket as a platform does, in one step. Returns the path of the file. */
export async function writeCredentials(folder: string, accessKeyId: string, secret: string): Promise<string> {
  const path = join(folder, 'credentials');
  const text = `[default]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secret}\n`;
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return path;
}
