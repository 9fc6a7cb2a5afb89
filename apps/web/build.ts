/**
 * Builds the pages into `dist`: assets named by their content, pages that name the hash of each script, and
 * `manifest.json` with the hash of every file, which the service serves by and `strongroom verify-web` compares with.
 * Does nothing where the sources are those of the last build.
 */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');
const DIST = join(HERE, 'dist');
const STAMP = join(DIST, '.built');
const SOURCES = ['apps/web/src', 'apps/web/public', 'packages/client/src', 'packages/audit-proof/src'];
const SINGLE = ['apps/web/build.ts', 'apps/web/package.json', 'apps/web/index.html', 'apps/web/open.html'];

const filesIn = async (folder: string): Promise<readonly string[]> =>
  existsSync(folder)
    ? (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [];

const sha = (algorithm: 'sha256' | 'sha384', bytes: Uint8Array | string): string => hash(algorithm, bytes, 'base64');

async function digestOfSources(): Promise<string> {
  const folders = await Promise.all(SOURCES.map((name) => filesIn(join(ROOT, name))));
  const all = [...folders.flat(), ...SINGLE.map((name) => join(ROOT, name)).filter((path) => existsSync(path))];
  const lines = await Promise.all(
    all.map(async (path) => `${relative(ROOT, path)} ${sha('sha256', await readFile(path))}`),
  );
  return sha('sha256', lines.join('\n'));
}

/** A page of a single script, which works below a path too, where a proxy serves the rooms there. */
const PAGE_OF_LINKS = 'open.html';

/** Imports of scripts get their hashes from an import map, whose own hash the policy names. */
function importMapOf(hashes: ReadonlyMap<string, string>): string {
  const scripts = [...hashes].filter(([path]) => path.endsWith('.js'));
  return JSON.stringify({ integrity: Object.fromEntries(scripts.map(([path, found]) => [`/${path}`, found])) });
}

/** Names the hash of every script and style in a page. */
const withIntegrity = (page: string, hashes: ReadonlyMap<string, string>): string =>
  page
    .replaceAll(/ crossorigin(?=[ >])/g, '')
    .replaceAll(/(<(?:script|link)[^>]*(?:src|href)="\/([^"]+)")/g, (tag, start: string, path: string) => {
      const found = hashes.get(path);
      return found === undefined ? tag : `${start} integrity="${found}"`;
    });

async function buildPages(): Promise<void> {
  // Tests set another one, with which React is built for developers, and every hash differs.
  // oxlint-disable-next-line node/no-process-env -- Vite reads it there
  process.env['NODE_ENV'] = 'production';
  const pages = ['index.html', PAGE_OF_LINKS];
  await build({
    configFile: false,
    root: HERE,
    logLevel: 'error',
    resolve: { conditions: ['@strongroom/source', 'browser', 'module', 'import', 'default'] },
    worker: { format: 'es' },
    build: {
      outDir: DIST,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: false,
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { input: pages.map((name) => join(HERE, name)) },
    },
  });
  const paths = (await filesIn(DIST)).map((path) => relative(DIST, path));
  const bytes = new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(DIST, path))] as const)),
  );
  const integrity = new Map([...bytes].map(([path, content]) => [path, `sha384-${sha('sha384', content)}`] as const));
  const importMaps: Record<string, string> = {};
  for (const path of pages) {
    let page = withIntegrity(await readFile(join(DIST, path), 'utf8'), integrity);
    if (path === PAGE_OF_LINKS) page = page.replaceAll('="/', '="');
    else {
      const map = importMapOf(integrity);
      page = page.replace('<head>', `<head>\n    <script type="importmap">${map}</script>`);
      importMaps[path] = `sha256-${sha('sha256', map)}`;
    }
    await writeFile(join(DIST, path), page);
    bytes.set(path, Buffer.from(page));
  }
  const files = Object.fromEntries(
    [...bytes].map(([path, content]) => [
      path,
      { sha256: hash('sha256', content, 'hex'), bytes: content.length, gzip: gzipSync(content).length },
    ]),
  );
  await writeFile(join(DIST, 'manifest.json'), `${JSON.stringify({ files, importMaps }, null, 2)}\n`);
}

const digest = await digestOfSources();
const isFresh = existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === digest;
if (!isFresh) {
  await mkdir(DIST, { recursive: true });
  await buildPages();
  await writeFile(STAMP, digest);
}
