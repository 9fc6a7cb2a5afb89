import { type FileHandle, open } from 'node:fs/promises';
import { type ExportSource, NotJudged } from '@strongroom/audit-proof';
import { folderExport } from './folder.ts';
import { kindOf, notJudgedOf } from './judged-file.ts';
import { tarExport } from './tar.ts';

/** An export that was opened, to be closed. */
export type OpenExport = Readonly<{ source: ExportSource; close: () => Promise<void> }>;

/** The export at a path: a folder or a tar archive. Throws NotJudged. */
export async function openExport(path: string): Promise<OpenExport> {
  if ((await kindOf(path)) === 'folder') return { source: folderExport(path), close: async () => undefined };
  const file = await open(path, 'r').catch((error: unknown) => {
    throw notJudgedOf(path, error);
  });
  try {
    await refuseCompressed(file);
    return { source: await tarExport(file), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw notJudgedOf(path, error);
  }
}

const COMPRESSED = [
  [0x1f, 0x8b],
  [0x28, 0xb5],
  [0x42, 0x5a],
  [0x50, 0x4b],
  [0xfd, 0x37],
] as const;

async function refuseCompressed(file: FileHandle): Promise<void> {
  const start = Buffer.alloc(2);
  await file.read(start, 0, 2, 0);
  if (COMPRESSED.some(([one, other]) => start[0] === one && start[1] === other)) {
    throw new NotJudged('the file is compressed: unpack it first.');
  }
}
