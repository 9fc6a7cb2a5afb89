import { execFile } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BothServices } from '../../apps/api/test/support/both-services.ts';

const run = promisify(execFile);
const MB = 1_000_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-installed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Packs the command line of members, and installs it into an empty folder. */
async function installed(): Promise<Readonly<{ project: string; packages: readonly string[]; bytes: number }>> {
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"name": "project", "private": true}');
  await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, '-w', 'apps/cli']);
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  const options = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options, join(folder, tarball)], { cwd: project });
  const lock: unknown = JSON.parse(readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8'));
  const { packages } = lock as { packages: Readonly<Record<string, unknown>> };
  const files = await readdir(join(project, 'node_modules'), { recursive: true });
  const sizes = files.map((name) => lstatSync(join(project, 'node_modules', name))).filter((entry) => entry.isFile());
  return {
    project,
    packages: Object.keys(packages).map((path) => path.replace(/^.*node_modules\//u, '')),
    bytes: sizes.reduce((sum, { size }) => sum + size, 0),
  };
}

test('the command line of members installs no driver, and signs in, puts and gets a file', async () => {
  const { project, packages, bytes } = await installed();
  expect(packages).toContain('@strongroom/cli');
  const unwanted =
    /^(?:mongodb|pg|bson|pkcs11js|nodemailer|openid-client)$|^@(?:aws-sdk|smithy|google-cloud|strongroom\/adapter-.*)/u;
  expect(packages.filter((name) => unwanted.test(name))).toEqual([]);
  expect(packages.length).toBeLessThan(20);
  expect(bytes).toBeLessThan(8 * MB);
  console.info(`${packages.length} packages, ${(bytes / MB).toFixed(1)} MB`);

  const home = join(folder, 'home');
  await mkdir(home, { mode: 0o700 });
  const both = await BothServices.start();
  try {
    const command = join(project, 'node_modules/.bin/strongroom');
    const strongroom = async (args: readonly string[], input = ''): Promise<string> => {
      const running = run(command, args, { cwd: home, env: { PATH: dirname(process.execPath), HOME: home } });
      running.child.stdin?.end(input);
      return (await running).stdout;
    };
    await strongroom(['login', both.url], await both.ownerToken());
    await strongroom(['rooms', 'create', 'Falcon', '--label', 'C3']);
    await writeFile(join(home, 'plan.txt'), 'the plan');
    await strongroom(['put', 'Falcon', 'plan.txt']);
    await strongroom(['get', 'Falcon', 'plan.txt', '--to', 'back.txt']);
    expect(readFileSync(join(home, 'back.txt'), 'utf8')).toBe('the plan');
  } finally {
    await both.end();
  }
}, 600_000);
