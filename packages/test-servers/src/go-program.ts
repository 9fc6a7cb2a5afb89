/** Programs in Go that tests run. They are kept in a cache outside of the repository. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Environment = Readonly<Record<string, string | undefined>>;

/** `variable` names the environment variable with the path of an installed one. */
type Published = Readonly<{ module: string; version: string; variable: string }>;

/** The path of a published program, which is compiled if it is missing. Rejects with a sentence if that is not possible. */
export async function installedGoProgram(
  { module, version, variable }: Published,
  environment: Environment,
): Promise<string> {
  const given = environment[variable];
  if (given !== undefined && given !== '') return given;
  const name = basename(module);
  const install = ['install', `${module}@${version}`];
  return built(`${name}-${version}`, name, environment, (folder) =>
    run('go', install, { env: { ...environment, GOBIN: folder } }).catch((error: unknown) => {
      throw new Error(
        `${name} cannot be fetched; that needs Go and its module proxy (go ${install.join(' ')}). ` +
          `Or name a program that is there in ${variable}, such as ${variable}=/usr/local/bin/${name}.`,
        { cause: error },
      );
    }),
  );
}

/** The path of a program whose sources are in `folder` of this repository. */
export async function ownGoProgram(folder: string, environment: Environment): Promise<string> {
  const name = basename(folder);
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.go$|^go\.(?:mod|sum)$/u.test(file));
  const sources = await Promise.all(files.toSorted().map((file) => readFile(join(folder, file))));
  const version = createHash('sha256').update(Buffer.concat(sources)).digest('hex').slice(0, 12);
  return built(`${name}-${version}`, name, environment, (target) =>
    run('go', ['build', '-o', join(target, name), '.'], { cwd: folder, env: { ...environment } }).catch(
      (error: unknown) => {
        throw new Error(`${name} cannot be compiled; that needs Go and its module proxy (go build in ${folder}).`, {
          cause: error,
        });
      },
    ),
  );
}

async function built(
  cached: string,
  name: string,
  environment: Environment,
  build: (folder: string) => Promise<unknown>,
): Promise<string> {
  const cache = join(environment.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'strongroom');
  const path = join(cache, cached);
  if (existsSync(path)) return path;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'fetching-'));
  try {
    await build(folder);
    // Renamed in one step, so that concurrent fetches never find half a file.
    await rename(join(folder, name), path);
    return path;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
