import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

export type Manifest = Readonly<{
  name: string;
  version: string;
  private?: boolean;
  engines?: Readonly<Record<string, string>>;
  dependencies?: Readonly<Record<string, string>>;
  repository?: Readonly<{ type: string; url: string; directory?: string }>;
}>;

export type Workspace = Readonly<{ folder: string; manifest: Manifest }>;

export const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;

/** Every package of this repository, by folder. Call it in the root. */
export const workspaces = (): readonly Workspace[] =>
  globSync('{packages,apps}/*/package.json')
    .map((path) => dirname(path).replaceAll('\\', '/'))
    .toSorted()
    .map((folder) => ({ folder, manifest: manifestIn(folder) }));

/** Packages for a registry: each one that is not private. */
export const publishedPackages = (): readonly Workspace[] =>
  workspaces().filter(({ manifest }) => manifest.private !== true);
