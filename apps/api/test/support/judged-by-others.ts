import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { judgeWithGo, judgeWithTessera } from '@strongroom/test-servers/log-judges';

// oxlint-disable-next-line node/no-process-env -- where Go and its caches are
const environment = process.env;

/** Time for the programs to be compiled, at their first run, and for two exports. */
export const JUDGES_MS = 300_000;

/**
 * Expects that Tessera and the packages of Go's checksum database find nothing wrong with an export of `folder`, and that both find
 * a changed entry in it. `vkey`: the key of the log that signed all of its checkpoints.
 */
export async function expectSoundToOthers(folder: string, name: string, vkey: string): Promise<void> {
  const place = await mkdtemp(join(folder, 'judged-'));
  execFileSync('tar', ['-xf', join(folder, name), '-C', place]);
  const expectIntact = async (isIntact: boolean): Promise<void> => {
    expect({ by: 'go', ...(await judgeWithGo(place, vkey, environment)) }).toMatchObject({ isIntact });
    expect({ by: 'tessera', ...(await judgeWithTessera(place, vkey, environment)) }).toMatchObject({ isIntact });
  };
  await expectIntact(true);
  const entries = join(place, 'tile/entries/000');
  const bytes = await readFile(entries);
  await writeFile(entries, bytes.fill((bytes[40] ?? 0) ^ 1, 40, 41));
  await expectIntact(false);
}
