import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
const ADMIN = join(ROOT, 'apps/admin/dist/main.js');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** The packages of an adapter's author. Those of others are packed from our own copy, so that nothing is fetched. */
const PACKAGES = [
  'packages/domain',
  'packages/ports',
  'packages/blob-gateway',
  'packages/contract-tests',
  'packages/audit-proof',
  'node_modules/fast-check',
  'node_modules/pure-rand',
];

/** The first ones are those that an adapter runs with. */
const OF_OPERATOR = 3;

/** A run that hangs fails the test, and does not stop the tests after it. */
const TIMEOUT_MS = 60_000;

export type Outcome = Readonly<{ code: number; out: string; err: string }>;

/** A package of an author. `jest` runs its tests, all of them unless a file is named; `types` checks its types. */
export type AuthorsPackage = Readonly<{
  jest: (environment?: Readonly<Record<string, string>>, ...files: readonly string[]) => JestReport;
  types: () => Outcome;
}>;

/** Two folders outside this repository: that of an adapter's author, and that of an operator who installs it. */
export type OutsideProjects = AuthorsPackage &
  Readonly<{
    author: string;
    operator: string;
    /** Another package of the author, as `strongroom-admin adapter new` writes it. */
    begin: (kind: string) => AuthorsPackage;
    remove: () => void;
  }>;

export type JestReport = Readonly<{
  numPassedTests: number;
  numFailedTests: number;
  testResults: readonly Readonly<{ assertionResults: readonly Readonly<{ title: string; status: string }>[] }>[];
}>;

/** `fetched`: packages of npm that the example needs, at the versions of its package.json. They come from the registry. */
type Example = Readonly<{ folder: string; fetched?: readonly string[] }>;

/** Copies an example of an adapter, packs our packages and installs both, offline unless it needs packages of others. Needs a build. */
export function outsideProjects(
  { folder: example, fetched = [] }: Example = { folder: 'adapter-skeleton' },
): OutsideProjects {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-outside-'));
  const [author, operator, tarballs] = ['author', 'operator', 'tarballs'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(tarballs);
  mkdirSync(operator);
  const ours = pack(
    tarballs,
    PACKAGES.map((path) => join(ROOT, path)),
  );
  cpSync(join(ROOT, 'examples', example), author, { recursive: true });
  const { devDependencies: _, ...manifest } = JSON.parse(readFileSync(join(author, 'package.json'), 'utf8')) as {
    devDependencies: unknown;
    dependencies: Readonly<Record<string, string>>;
  };
  writeFileSync(join(author, 'package.json'), JSON.stringify(manifest));
  const others = fetched.map((name) => `${name}@${manifest.dependencies[name]}`);
  install(author, [...ours, ...others]);
  const adapter = pack(tarballs, [author]);
  writeFileSync(join(operator, 'package.json'), JSON.stringify({ name: 'operator', private: true }));
  install(operator, [...ours.slice(0, OF_OPERATOR), ...adapter, ...others]);
  return {
    author,
    operator,
    ...packageIn(author),
    begin: (kind) => {
      const begun = join(folder, kind);
      const { code, err } = outcomeOf(folder, [ADMIN, 'adapter', 'new', begun, '--kind', kind]);
      if (code !== 0) throw new Error(err);
      symlinkSync(join(author, 'node_modules'), join(begun, 'node_modules'), 'dir');
      return packageIn(begun);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const packageIn = (folder: string): AuthorsPackage => ({
  jest: (environment = {}, ...files) => {
    const { out, err } = outcomeOf(
      folder,
      ['--experimental-vm-modules', JEST, '--json', '--forceExit', ...files],
      environment,
    );
    if (!out.startsWith('{')) throw new Error(err);
    return JSON.parse(out) as JestReport;
  },
  types: () => outcomeOf(folder, [TSC, '-p', '.', '--typeRoots', join(ROOT, 'node_modules/@types')]),
});

/** Paths of the tarballs, in the order of the packages. */
function pack(to: string, packages: readonly string[]): readonly string[] {
  const out = npm(to, ['pack', '--json', '--pack-destination', to, ...packages]);
  return (JSON.parse(out) as { filename: string }[]).map(({ filename }) => join(to, filename));
}

/** Offline if everything is a tarball. Jest is taken from this repository, so that it is not fetched. */
const install = (folder: string, packages: readonly string[]): string =>
  npm(
    folder,
    ['install', '--no-save', '--legacy-peer-deps', ...packages],
    packages.every((name) => name.endsWith('.tgz')) ? '--offline' : '--prefer-offline',
  );

const npm = (cwd: string, args: readonly string[], network = '--offline'): string =>
  execFileSync('npm', [...args, network, '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

function outcomeOf(cwd: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): Outcome {
  // oxlint-disable-next-line node/no-process-env -- PATH names redis-server
  const env = { PATH: process.env.PATH ?? '', ...environment };
  try {
    const out = execFileSync(process.execPath, [...args], {
      cwd,
      env,
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { code: 0, out, err: '' };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, out: stdout, err: stderr };
  }
}
