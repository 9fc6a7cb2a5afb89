import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportSource } from '@strongroom/audit-proof';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { notJudgedOf, readBytes } from './judged-file.ts';

const FOLDERS = ['checkpoints', 'tile', 'events'];

/** An export in a folder. */
export function folderExport(path: string): ExportSource {
  return {
    read: async (name, most) => readUpTo(join(path, name), name, most),
    names: async function* () {
      for (const folder of FOLDERS) yield* namesBelow(path, folder);
    },
  };
}

async function* namesBelow(path: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(path, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw notJudgedOf(folder, error);
  });
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* namesBelow(path, name);
    else yield name;
  }
}

async function readUpTo(path: string, name: string, most: number): Promise<Uint8Array | undefined> {
  try {
    await access(path);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ENOTDIR') return undefined;
  }
  return readBytes(path, most, name);
}
