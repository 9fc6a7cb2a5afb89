import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@strongroom/test-servers/free-port';
import { buildVersionOf } from '../bundle/build-version.ts';
import { manifestIn } from './packages.ts';
import { ownPlatform } from './platforms.ts';

const run = promisify(execFile);
const { version } = manifestIn('.');
const build = await buildVersionOf('.', undefined);
/** The only programs of the machine that a launcher needs. */
const PROGRAMS = ['sh', 'dirname', 'readlink'];

let folder: string;
let to: string;
let said: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-release-'));
  to = join(folder, 'release');
  const options = ['--dry-run', '--platforms', ownPlatform(), '--to', to];
  said = (await run(process.execPath, ['scripts/release.ts', ...options])).stdout;
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a release has packages, an archive, a bill of materials and the checksum of each', async () => {
  const files = await readdir(to);
  expect(files).toEqual(
    expect.arrayContaining([
      'PACKAGES',
      'SHA256SUMS',
      `strongroom-${build}.cdx.json`,
      `strongroom-${build}-${ownPlatform()}.tar.gz`,
      `strongroom-domain-${version}.tgz`,
      `strongroom-cli-${version}.tgz`,
    ]),
  );
  const { stdout: checked } = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: to });
  expect(checked.match(/: OK$/gm)).toHaveLength(files.length - 1);
  const sbom = JSON.parse(await readFile(join(to, `strongroom-${build}.cdx.json`), 'utf8')) as {
    bomFormat: string;
    components: readonly { name: string }[];
  };
  expect(sbom.bomFormat).toBe('CycloneDX');
  expect(sbom.components.map(({ name }) => name)).toEqual(expect.arrayContaining(['express', 'inversify']));
  expect(sbom.components.map(({ name }) => name)).not.toContain('jest');
  expect(said).toMatch(/^image: (left out, because buildah .*|.*-image\.tar)$/m);
});

test('packages are listed after those they depend on', async () => {
  const listed = (await readFile(join(to, 'PACKAGES'), 'utf8')).trim().split('\n');
  const place = (name: string): number => listed.indexOf(`strongroom-${name}-${version}.tgz`);
  expect(place('domain')).toBeGreaterThanOrEqual(0);
  expect(place('ports')).toBeGreaterThan(place('domain'));
  expect(place('adapter-local')).toBeGreaterThan(place('blob-gateway'));
});

test('the archive serves in an empty home, on a machine without Node', async () => {
  const [home, path] = [join(folder, 'home'), join(folder, 'path')];
  await mkdir(home);
  await mkdir(path);
  for (const program of PROGRAMS) await symlink((await run('which', [program])).stdout.trim(), join(path, program));
  await run('tar', ['-xzf', join(to, `strongroom-${build}-${ownPlatform()}.tar.gz`), '-C', home]);
  const bin = join(home, `strongroom-${build}-${ownPlatform()}`, 'bin');
  const env = { HOME: home, PATH: path, PORT: String(await freePort()) };
  await symlink(join(bin, 'strongroom'), join(path, 'strongroom'));
  const strongroom = async (...args: readonly string[]): Promise<string> =>
    (await run(join(path, 'strongroom'), args, { env, cwd: home })).stdout;
  expect(await strongroom('--version')).toBe(`${build}\n`);

  const service = spawn(join(bin, 'strongroom-service'), { env, cwd: home, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(service, 'exit');
  try {
    await once(createInterface({ input: service.stdout }), 'line');
    const url = `http://127.0.0.1:${env.PORT}`;
    const token = await readFile(join(home, 'data/owner.token'), 'utf8');
    const signIn = run(join(path, 'strongroom'), ['login', url, '--data-dir', 'data'], { env, cwd: home });
    signIn.child.stdin?.end(token);
    await signIn;
    await strongroom('rooms', 'create', 'Falcon', '--label', 'C3');
    expect(await strongroom('rooms')).toContain('Falcon');
    const examined = await run(join(bin, 'strongroom-admin'), ['doctor', '--data-dir', 'data'], { env, cwd: home });
    expect(examined.stdout).toMatch(/^ok +room keys +1 of 1 rooms/m);
    expect((await fetch(`${url}/docs`)).status).toBe(200);
  } finally {
    service.kill('SIGINT');
    await ended;
  }
  expect(service.exitCode).toBe(0);
}, 300_000);
