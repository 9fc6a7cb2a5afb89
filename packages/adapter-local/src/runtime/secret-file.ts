import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { systemErrorCode } from '@strongroom/ports';
import { textOfFile } from '@strongroom/store-kit/node';
import { createOnce, makeFolder } from '../disk/durable.ts';

const NAME = 'service.secret';
const FORM = /^([\w-]{43})(?:\s+([\w-]{43}))?$/;

/**
 * The service's secret, 256 random bits as text, from its file in the folder; created on the first call. A second line is the
 * one from before a change. Processes that start at the same time all get the same secret. Throws if the file holds anything
 * else: a new secret would silently invalidate every link and cursor.
 */
export async function loadOrCreateSecrets(folder: string): Promise<readonly [string, ...string[]]> {
  const path = join(folder, NAME);
  const secrets = secretsIn((await read(path)) ?? (await create(folder, path)));
  if (secrets === undefined)
    throw new Error(`${path} does not hold a secret. Restore it from a backup, or remove it to get a new one`);
  return secrets;
}

/** The secrets of a file; undefined if it holds anything else. */
export function secretsIn(text: string): readonly [string, ...string[]] | undefined {
  const [, first, earlier] = FORM.exec(text.trim()) ?? [];
  if (first === undefined) return undefined;
  return earlier === undefined ? [first] : [first, earlier];
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await textOfFile(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return undefined;
    // A folder, or a larger file, is not a secret.
    if (code === 'EFBIG' || code === 'EISDIR') return '';
    throw error;
  }
}

async function create(folder: string, path: string): Promise<string> {
  await makeFolder(folder);
  await createOnce(folder, NAME, Buffer.from(`${randomBytes(32).toString('base64url')}\n`));
  return textOfFile(path);
}
