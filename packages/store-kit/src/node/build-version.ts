import { readFileSync } from 'node:fs';

/** The version in the package.json of a program in folder `app`, or `?`. */
export const packageVersion = (app: URL): string => versionIn(new URL('package.json', app)) ?? '?';

/**
 * The version that tells builds of a program apart: of `dist/build.json` beside the bundle that runs, and `version` where it
 * runs from the sources. `module`: the address of a module of the program; `app`: its folder.
 */
export function buildVersion(version: string, { module, app }: Readonly<{ module: string; app: URL }>): string {
  if (!module.startsWith(new URL('dist/', app).href)) return version;
  try {
    return versionIn(new URL('dist/build.json', app)) ?? version;
  } catch {
    return version;
  }
}

function versionIn(file: URL): string | undefined {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof content === 'object' && content !== null && 'version' in content ? String(content.version) : undefined;
}
