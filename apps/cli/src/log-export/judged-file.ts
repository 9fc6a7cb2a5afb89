import { open, stat } from 'node:fs/promises';
import { NotJudged } from '@strongroom/audit-proof';
import { systemErrorCode } from '@strongroom/ports/system-error-code';

/** Whether a path is a file or a folder. Throws NotJudged for anything else: opening a pipe would wait for its writer. */
export async function kindOf(path: string, name = path): Promise<'file' | 'folder'> {
  const found = await stat(path).catch((error: unknown) => {
    throw notJudgedOf(name, error);
  });
  if (found.isDirectory()) return 'folder';
  if (found.isFile()) return 'file';
  throw new NotJudged(`${name} is neither a file nor a folder.`);
}

/** The bytes of a file. Throws NotJudged for something else, for more than `most` bytes, and where it cannot be read. */
export async function readBytes(path: string, most: number, name = path): Promise<Uint8Array> {
  if ((await kindOf(path, name)) === 'folder') throw new NotJudged(`${name} is a folder.`);
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      if (size > most) throw new NotJudged(`${name} has ${size} bytes, more than such a file can have.`);
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw notJudgedOf(name, error);
  }
}

/** NotJudged for an error of the operating system. */
export function notJudgedOf(name: string, error: unknown): unknown {
  const code = systemErrorCode(error);
  return code === undefined ? error : new NotJudged(`${name} cannot be read (${code}).`);
}
