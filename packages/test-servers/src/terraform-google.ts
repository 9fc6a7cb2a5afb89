/** Terraform's own check of files for Google, without the provider of Google, whose schema is read from its bindings. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Environment, ownGoProgram } from './go-program.ts';
import { type Block, blockOf, isResource } from './terraform-schema.ts';

const run = promisify(execFile);

/** Bindings for TypeScript that were made from the schema of the provider. */
const BINDINGS = {
  name: '@cdktf/provider-google',
  version: '16.12.1',
  /** Version of the provider. */
  of: '6.50.0',
  sha256: 'c13e11596542ffb7412d5f4caa9376525fbef88d18cdedac03c9b3c392a1fc80',
};

/** The folder with the bindings, which are fetched if they are missing. */
async function bindings(environment: Environment): Promise<string> {
  const cache = join(environment.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'strongroom');
  const path = join(cache, `terraform-google-${BINDINGS.of}`);
  if (existsSync(path)) return join(path, 'package/lib');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'fetching-'));
  try {
    const wanted = `${BINDINGS.name}@${BINDINGS.version}`;
    const { stdout } = await run('npm', ['pack', '--silent', wanted], { cwd: folder, env: { ...environment } });
    const file = join(folder, stdout.trim());
    const sum = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    if (sum !== BINDINGS.sha256) throw new Error(`${wanted} has another checksum: ${sum}`);
    await run('tar', ['-xzf', file, '-C', folder]);
    await rm(file);
    // Renamed in one step, so that concurrent fetches never find half of it.
    await rename(folder, path);
    return join(path, 'package/lib');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The names of resources and data sources in files of Terraform. */
const namesIn = (text: string, kind: 'resource' | 'data'): readonly string[] => [
  ...new Set(Array.from(text.matchAll(new RegExp(`^${kind} "(\\w+)"`, 'gm')), ([, name = '']) => name)),
];

/** Terraform with a stand-in for the provider of Google, for files with this text. */
export async function terraformFor(
  text: string,
  folder: string,
  environment: Environment,
): Promise<(args: readonly string[], options: Readonly<{ cwd: string; input?: string }>) => Promise<string>> {
  const library = await bindings(environment);
  const read = async (names: readonly string[], prefix: string): Promise<Readonly<Record<string, Block>>> =>
    Object.fromEntries(
      await Promise.all(
        names.map(async (name) => {
          const part = join(library, prefix + name.replace(/^google_/, '').replaceAll('_', '-'));
          const [code, types] = await Promise.all(
            ['index.js', 'index.d.ts'].map((file) => readFile(join(part, file), 'utf8')),
          );
          if (!isResource(code ?? '', name)) throw new Error(`${part} is not about ${name}`);
          return [name, blockOf(code ?? '', types ?? '')] as const;
        }),
      ),
    );
  const [provider, types, resources, data] = await Promise.all([
    readFile(join(library, 'provider/index.js'), 'utf8'),
    readFile(join(library, 'provider/index.d.ts'), 'utf8'),
    read(namesIn(text, 'resource'), ''),
    read(namesIn(text, 'data'), 'data-google-'),
  ]);
  const schema = join(folder, 'schema.json');
  await writeFile(schema, JSON.stringify({ provider: blockOf(provider, types), resources, data }));
  const program = await ownGoProgram(join(import.meta.dirname, 'terraform-provider-google'), environment);
  const own = join(folder, 'provider');
  await mkdir(own);
  await run('ln', ['-s', program, join(own, 'terraform-provider-google')]);
  const config = join(folder, 'terraform.rc');
  await writeFile(
    config,
    `provider_installation {\n  dev_overrides { "hashicorp/google" = "${own}" }\n  direct {}\n}\n`,
  );
  return async (args, { cwd, input = '' }) => {
    const env = { ...environment, SCHEMA: schema, TF_CLI_CONFIG_FILE: config, TF_DATA_DIR: join(folder, 'terraform') };
    const running = run('terraform', [...args], { cwd, env });
    running.child.stdin?.end(input);
    return (await running).stdout;
  };
}
