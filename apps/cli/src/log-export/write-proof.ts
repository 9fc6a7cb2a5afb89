import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unwritableProblem } from '../account/config.ts';

/** Writes a proof; one that is there is replaced by one of the same event. Throws Problem. */
export async function writeProof(folder: string, name: string, text: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, name), text, { mode: 0o600 });
  } catch (error) {
    throw (await unwritableProblem(folder, error)) ?? error;
  }
}
