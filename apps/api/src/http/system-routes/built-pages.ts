import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { APP_FOLDER } from '../../base/app-folder.ts';

const FOLDER = new URL('../web/dist/', APP_FOLDER);

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json; charset=utf-8',
};

/** The output of the build of the pages. */
export type BuiltPages = Readonly<{
  /** Paths of all files. */
  names: readonly string[];
  /** Hashes of the import maps in the pages, which the policy names. */
  importMaps: readonly string[];
  /** Content and media type of a file. */
  source: (name: string) => Readonly<{ type: string; content: () => Promise<Uint8Array> }>;
}>;

/** The pages, if they were built. */
export function builtPages(): BuiltPages | undefined {
  const at = new URL('manifest.json', FOLDER);
  if (!existsSync(at)) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the build
  const { files, importMaps } = JSON.parse(readFileSync(at, 'utf8')) as Readonly<{
    files: Readonly<Record<string, unknown>>;
    importMaps: Readonly<Record<string, string>>;
  }>;
  return {
    names: Object.keys(files),
    importMaps: Object.values(importMaps),
    source: (name) => ({
      type: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      content: () => readFile(new URL(name, FOLDER)),
    }),
  };
}
