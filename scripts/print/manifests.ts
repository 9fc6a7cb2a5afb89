import { readFileSync } from 'node:fs';
import { type Manifest, manifestIn, type Workspace, workspaces } from '../release/packages.ts';

const SCOPE = '@strongroom/';
const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

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
    ...all
      .filter(({ manifest }) => manifest.private !== true)
      .map(({ folder }) => [`${folder}/LICENSE`, readFileSync('LICENSE', 'utf8')] as const),
    ['package-lock.json', textOf(lockOf(root.version, all))],
    ['apps/api/deploy/cloud-run.yaml', imageOf(root.version, 'apps/api/deploy/cloud-run.yaml')],
    ['docs/how-to/install.md', filesOf(root.version, 'docs/how-to/install.md')],
    ['docs/how-to/run-on-gcp.md', imageOf(root.version, 'docs/how-to/run-on-gcp.md')],
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

/** Names the image of this version. */
const imageOf = (version: string, path: string): string =>
  readFileSync(path, 'utf8').replaceAll(/(\/strongroom\/strongroom:)[\w.-]+/g, `$1${version}`);

/** Names the files of this version. */
const filesOf = (version: string, path: string): string =>
  readFileSync(path, 'utf8').replaceAll(/\b(strongroom(?:-[a-z]+)?-)\d+\.\d+\.\d+/g, `$1${version}`);
