import type { Tarball } from './pack.ts';

/** Packages after those they depend on, so that a registry never has one that cannot be installed. */
export function dependenciesFirst(tarballs: readonly Tarball[]): readonly Tarball[] {
  const byName = new Map(tarballs.map((tarball) => [tarball.workspace.manifest.name, tarball]));
  const ordered = new Set<Tarball>();
  const add = (tarball: Tarball): void => {
    for (const name of Object.keys(tarball.workspace.manifest.dependencies ?? {})) {
      const needed = byName.get(name);
      if (needed !== undefined && !ordered.has(needed)) add(needed);
    }
    ordered.add(tarball);
  };
  for (const tarball of tarballs) add(tarball);
  return [...ordered];
}
