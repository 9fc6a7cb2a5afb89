import { readFileSync } from 'node:fs';

/**
 * The version that tells builds of a program apart: of `dist/build.json` beside the bundle that runs, and `version` where it
 * runs from the sources. `module`: the address of a module of the program; `app`: its folder.
 */
export function buildVersion(version: string, { module, app }: Readonly<{ module: string; app: URL }>): string {
  if (!module.startsWith(new URL('dist/', app).href)) return version;
  try {
    const build: unknown = JSON.parse(readFileSync(new URL('dist/build.json', app), 'utf8'));
    return typeof build === 'object' && build !== null && 'version' in build ? String(build.version) : version;
  } catch {
    return version;
  }
}
