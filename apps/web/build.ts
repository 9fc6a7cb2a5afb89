/**
 * Builds the pages into `dist`: assets named by their content, pages that name the hash of each script, and
 * `manifest.json` with the hash of every file, which the service serves by and `strongroom verify-web` compares with.
 * Does nothing where the sources are those of the last build.
 */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { writeDocs } from './docs/site.ts';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');
const DIST = join(HERE, 'dist');
const STAMP = join(DIST, '.built');
const SOURCES = [
  'apps/web/src',
  'apps/web/docs',
  'apps/web/public',
  'packages/client/src',
  'packages/audit-proof/src',
  'docs',
];
const PAGES = ['index.html', 'open.html', 'send.html', 'docs.html'];
const SINGLE = [
  'apps/web/build.ts',
  'apps/web/package.json',
  ...PAGES.map((name) => `apps/web/${name}`),
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'packages/client/README.md',
  'packages/domain/README.md',
];

/** WebAssembly would need a wider policy for scripts; the decoders come as scripts too. */
const READER_PARTS = [
  ['wasm', /nowasm|LICENSE_.*(?:JBIG2|OPENJPEG)/],
  ['cmaps', /./],
  ['standard_fonts', /./],
  ['web/images', /^annotation-note\.svg$/],
] as const;

const require = createRequire(import.meta.url);

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

/** Pages for people without an account, which work below a path too, where a proxy serves the rooms there. */
const PAGES_OF_LINKS: ReadonlySet<string> = new Set(['open.html', 'send.html']);
/** Template of every page of the documentation, which has a single script, too. */
const TEMPLATE = 'docs.html';

/** Imports of scripts get their hashes from an import map, whose own hash the policy names. `from`: the folder of the page. */
const importMapOf = (scripts: readonly string[], hashes: ReadonlyMap<string, string>, from: string): string =>
  JSON.stringify({ integrity: Object.fromEntries(scripts.map((path) => [`${from}${path}`, hashes.get(path)])) });

/** Names the hash of every script and style in a page. */
const withIntegrity = (page: string, hashes: ReadonlyMap<string, string>): string =>
  page.replaceAll(/(<(?:script|link)[^>]*(?:src|href)="\/([^"]+)")/g, (tag, start: string, path: string) => {
    const found = hashes.get(path);
    return found === undefined ? tag : `${start} integrity="${found}"`;
  });

/** The scripts that a script imports at once, and those that they import. */
function importedBy(path: string, bytes: ReadonlyMap<string, Uint8Array>): ReadonlySet<string> {
  const found = new Set<string>();
  const follow = (script: string): void => {
    const text = Buffer.from(bytes.get(script) ?? []).toString();
    for (const [, name = ''] of text.matchAll(/\b(?:from|import)"\.\/([\w.-]+\.js)"/g)) {
      const next = join(dirname(script), name);
      if (found.has(next)) continue;
      found.add(next);
      follow(next);
    }
  };
  follow(path);
  return found;
}

/** Names the imports of a page's script, so that a browser fetches all of them at once. */
function withPreloads(page: string, bytes: ReadonlyMap<string, Uint8Array>): string {
  const [script, path = ''] = /<script type="module"[^>]* src="\/([^"]+)"[^>]*><\/script>/.exec(page) ?? [];
  if (script === undefined) throw new TypeError('the page has no script');
  const links = [...importedBy(path, bytes)].map((name) => `<link rel="modulepreload" href="/${name}">`);
  return page.replace(script, [script, ...links].join('\n    '));
}

/** Writes the pages of the documentation and their pictures. Returns their paths in `dist`. */
async function documentation(template: string): Promise<readonly string[]> {
  await rm(join(DIST, TEMPLATE));
  const pages = await writeDocs(ROOT, DIST, template);
  const pictures = (await filesIn(join(ROOT, 'docs')))
    .filter((path) => path.endsWith('.png'))
    .map((path) => relative(ROOT, path));
  for (const path of pictures) {
    await mkdir(dirname(join(DIST, path)), { recursive: true });
    await copyFile(join(ROOT, path), join(DIST, path));
  }
  return [...pages, ...pictures];
}

/**
 * Copies the parts of the PDF reader that it fetches when a document needs them, under their own names: decoders of scans,
 * tables of Asian characters, fonts for documents without their own, and the sign of a note.
 */
async function copyReaderParts(): Promise<void> {
  const manifest = require.resolve('pdfjs-dist/package.json');
  const reader = dirname(manifest);
  const [, version = ''] = /"version": "([^"]+)"/.exec(await readFile(manifest, 'utf8')) ?? [];
  for (const [folder, isNeeded] of READER_PARTS) {
    const to = join(DIST, `assets/pdf-${version}/${folder}`);
    await mkdir(to, { recursive: true });
    for (const name of await readdir(join(reader, folder)))
      if (isNeeded.test(name)) await copyFile(join(reader, folder, name), join(to, name));
  }
}

/**
 * The pages are English. React Aria brings 34 languages, and would speak that of the browser beside our English: each is
 * its English here, and the pages are 5 kB smaller.
 */
const ENGLISH_ONLY: Plugin = {
  name: 'english-only',
  enforce: 'pre',
  resolveId(source, importer, options) {
    if (!/\/intl\/(?:\w+\/)?[a-z]{2}-[A-Z]{2}\.mjs$/.test(source) || source.endsWith('/en-US.mjs')) return null;
    return this.resolve(source.replace(/[a-z]{2}-[A-Z]{2}\.mjs$/, 'en-US.mjs'), importer, {
      ...options,
      skipSelf: true,
    });
  },
};

/**
 * The scripts of the application besides its first page: what most pages share, and the small pages that few people open,
 * which are smaller together than each by itself. Fields with suggestions, and parts of many pages, are on pages that load later.
 */
const SCRIPTS = [
  {
    name: 'suggestions',
    test: /react-(?:aria|stately|aria-components)\/dist\/private\/(?:combobox\/|ComboBox)|apps\/web\/src\/(?:base\/addresses|design\/(?:address-field|combo))/,
    priority: 3,
  },
  {
    name: 'base',
    test: /vite\/preload-helper|node_modules\/(?:react|@react|@tanstack|@internationalized|scheduler|use-sync|clsx)|packages\/client\/src\/(?!binder)|apps\/web\/src\/(?:base\/(?!addresses|folder-tree|list-names|passkeys|tab-memory)|design\/(?!showcase|prove-factor|choices|for-each|day-field|page-parts|part-in-sight|secret-dialog)|pages\/viewer\/file-kind)/,
    priority: 2,
  },
  {
    name: 'parts',
    test: /apps\/web\/src\/(?:base\/(?:folder-tree|list-names|passkeys|tab-memory)|design\/(?:choices|for-each|day-field|page-parts|part-in-sight|secret-dialog)|pages\/(?:people-data|person-name|org-roles))/,
    priority: 2,
  },
  {
    name: 'administration',
    test: /apps\/web\/src\/(?:pages\/(?:people|invite|edit-person|person-|unit|oversight|receipts|status|tokens|scopes|account|device)|design\/showcase)/,
    priority: 1,
  },
  {
    name: 'links',
    test: /apps\/web\/src\/pages\/room\/(?:links|requests\/(?!requests-data)|members\/membership-end)/,
    priority: 1,
  },
];

/** The paths of the scripts that a build wrote. */
const scriptsIn = (built: Awaited<ReturnType<typeof build>>): readonly string[] =>
  [built]
    .flat()
    .flatMap((found) => ('output' in found ? found.output.map(({ fileName }) => fileName) : []))
    .filter((name) => name.endsWith('.js'));

/** The scripts of the page of a link besides its first one: the viewer, without the reader of PDFs, in one piece. */
const SCRIPTS_OF_LINK = [
  {
    name: 'viewer',
    test: /node_modules\/(?!pdfjs|client-zip)|apps\/web\/src\/(?:pages\/viewer\/(?!pdf-|preview-kind|file-kind|kind-names)|design\/(?!file-icons)|save|transfer\/(?!pace)|worker|base\/(?!folder-tree|format|isolating|size|tab-memory)|open\/view\.tsx)/,
  },
];
const GROUPS: Readonly<Record<string, Readonly<{ name: string; test: RegExp }>[]>> = {
  'index.html': SCRIPTS,
  'open.html': SCRIPTS_OF_LINK,
};

async function buildPages(): Promise<void> {
  // Tests set another one, with which React is built for developers, and every hash differs.
  // oxlint-disable-next-line node/no-process-env -- Vite reads it there
  process.env['NODE_ENV'] = 'production';
  // One after the other, so that no page needs a script of another one.
  const scriptsOf = new Map<string, readonly string[]>();
  for (const [index, name] of PAGES.entries()) {
    const groups = GROUPS[name];
    const built = await build({
      configFile: false,
      root: HERE,
      base: PAGES_OF_LINKS.has(name) ? './' : '/',
      logLevel: 'error',
      resolve: { conditions: ['@strongroom/source', 'browser', 'module', 'import', 'default'] },
      plugins: [ENGLISH_ONLY],
      // WebKit evaluates the script of a worker again, as another one without keys, for a script that imports from it.
      worker: { format: 'es', rolldownOptions: { output: { codeSplitting: false } } },
      build: {
        outDir: DIST,
        emptyOutDir: index === 0,
        target: 'es2023',
        modulePreload: false,
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 2000,
        rolldownOptions: {
          input: join(HERE, name),
          output: groups === undefined ? {} : { codeSplitting: { groups, includeDependenciesRecursively: false } },
        },
      },
    });
    scriptsOf.set(name, scriptsIn(built));
  }
  await copyReaderParts();
  const paths = (await filesIn(DIST)).map((path) => relative(DIST, path));
  const bytes = new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(DIST, path))] as const)),
  );
  const integrity = new Map([...bytes].map(([path, content]) => [path, `sha384-${sha('sha384', content)}`] as const));
  const importMaps: Record<string, string> = {};
  for (const path of PAGES) {
    const built = (await readFile(join(DIST, path), 'utf8'))
      .replaceAll(/ crossorigin(?=[ >])/g, '')
      .replaceAll('="./', '="/');
    let page = withIntegrity(path === 'index.html' ? withPreloads(built, bytes) : built, integrity);
    if (path === TEMPLATE) {
      bytes.delete(TEMPLATE);
      for (const name of await documentation(page)) bytes.set(name, await readFile(join(DIST, name)));
      continue;
    }
    const readers = path === 'index.html' ? paths.filter((name) => /assets\/pdf-.*\.js$/.test(name)) : [];
    const scripts = [...(scriptsOf.get(path) ?? []), ...readers];
    const isOfLinks = PAGES_OF_LINKS.has(path);
    // Each byte of them counts, so they have no indents.
    if (isOfLinks) page = page.replaceAll('="/', '="').replaceAll(/\n +/g, '\n');
    if (scripts.length > 1) {
      const map = importMapOf(scripts, integrity, isOfLinks ? './' : '/');
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
