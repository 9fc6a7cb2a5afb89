import { readFileSync } from 'node:fs';
import { type Manifest, manifestIn, type Workspace, workspaces } from '../release/packages.ts';

const SCOPE = '@strongroom/';
const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** Files that name this version in their text. */
const NUMBERED = [
  'apps/api/deploy/cloud-run.yaml',
  'apps/api/deploy/compose/compose.yaml',
  'apps/api/deploy/compose/prepare.sh',
  'apps/api/deploy/helm/strongroom/Chart.yaml',
  'apps/key-service/src/config/version.ts',
  'docs/how-to/install.md',
  'docs/how-to/run-on-gcp.md',
  'docs/how-to/run-on-premise.md',
  'examples/adapter-skeleton/package.json',
  'packages/client/README.md',
];

type Fields = Readonly<Record<string, unknown>>;
type Locked = Fields & Readonly<{ packages: Readonly<Record<string, Fields>> }>;

/**
 * Files that repeat the root's package.json: its version in every manifest, in the lock and wherever
 * a file of a release is named; and
 * in packages for a registry its license, repository and home page, because a registry shows a package by itself.
 */
export function manifests(): readonly (readonly [string, string])[] {
  const root = manifestIn('.');
  const all = workspaces();
  return [
    ...all.map(
      ({ folder, manifest }) => [`${folder}/package.json`, textOf(manifestOf(root, folder, manifest))] as const,
    ),
    ['package-lock.json', textOf(lockOf(root.version, all))],
    ...NUMBERED.map((path) => numbered(root.version, path)),
  ];
}

const textOf = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

function manifestOf(root: Manifest, folder: string, manifest: Manifest): Fields {
  const { name, version: _, private: isPrivate, ...rest } = manifest as Manifest & Fields;
  const { description, license, homepage: _1, bugs: _2, repository: _3, publishConfig: _4, ...others } = rest as Fields;
  const { homepage, bugs } = root as Manifest & Fields;
  return {
    name,
    version: root.version,
    ...(isPrivate === true ? { private: true } : {}),
    description,
    license,
    ...(isPrivate === true
      ? {}
      : { homepage, bugs, repository: { ...root.repository, directory: folder }, publishConfig: { access: 'public' } }),
    ...withVersion(root.version, others),
  };
}

/** The fields of a manifest or of its entry in the lock, whose dependencies on packages of this repository are exact. */
const withVersion = (version: string, fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      DEPENDENCIES.includes(field) ? withOurs(version, value as Readonly<Record<string, string>>) : value,
    ]),
  );

const withOurs = (version: string, dependencies: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(dependencies).map(([name, at]) => [name, name.startsWith(SCOPE) ? version : at]));

function lockOf(version: string, all: readonly Workspace[]): Locked {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Locked;
  const ours = new Set(['', ...all.map(({ folder }) => folder)]);
  const packages: [string, Fields][] = Object.entries(lock.packages).map(([path, entry]) => [
    path,
    ours.has(path) ? { ...withVersion(version, entry), version } : entry,
  ]);
  return { ...lock, version, packages: Object.fromEntries(packages) };
}

/** The number after the name of an image, a package, a file of a release or a chart, and in the key service. */
const NUMBER =
  /(\bstrongroom(?:-[a-z]+)*[-:]|^(?:v|appV)ersion: |"@strongroom\/[\w-]+": "|\bVERSION = ')\d+\.\d+\.\d+/gm;

const numbered = (version: string, path: string): readonly [string, string] => [
  path,
  readFileSync(path, 'utf8').replaceAll(NUMBER, `$1${version}`),
];
