/** Files of published Go modules, for descriptions of formats that come with them. Go keeps them in its own cache. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Environment } from './go-program.ts';

const run = promisify(execFile);

/** The folder with the files of a module such as `example.com/module@v1.2.3`. Rejects with a sentence if it cannot be fetched. */
export async function goModule(module: string, environment: Environment): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-go-module-'));
  try {
    const options = { cwd: folder, env: { ...environment }, maxBuffer: 1 << 26 };
    await run('go', ['mod', 'init', 'fetching'], options);
    const { stdout } = await run('go', ['mod', 'download', '-json', module], options);
    return (JSON.parse(stdout) as { Dir: string }).Dir;
  } catch (error) {
    throw new Error(`${module} cannot be fetched; that needs Go and its module proxy.`, { cause: error });
  } finally {
    await rm(folder, { recursive: true });
  }
}
