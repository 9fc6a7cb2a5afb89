/**
 * Bundles each program from what the compiler made, in `build`, into what runs, in `dist`: a few files instead of some
 * thousand, because finding and linking modules was most of a start. Does nothing where no file of a bundle has changed.
 *
 * Adapters that need a package of others stay packages, and are loaded where a setting names them.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import { buildVersionOf } from './bundle/build-version.ts';
import { partsOf } from './bundle/parts.ts';
import { isExternalPackage, PROGRAMS, type Program, packageOf } from './bundle/programs.ts';

const ROOT = join(import.meta.dirname, '..');
/** Files that decide on every bundle. */
const RECIPE = ['scripts/bundle.ts', 'scripts/bundle/parts.ts', 'scripts/bundle/programs.ts', 'package-lock.json'];

/** Begins the id of a module that is not a file. */
const EMPTY = '\0empty:';

type Stamp = Readonly<Record<string, string>>;

/** Size and time of a change of each file, by its path from the root. */
async function stampOf(paths: readonly string[]): Promise<Stamp> {
  const lines = paths.map(async (path) => {
    const { size, mtimeMs } = await stat(join(ROOT, path));
    return [path, `${size} ${mtimeMs}`] as const;
  });
  return Object.fromEntries(await Promise.all(lines));
}

async function isFresh(stamp: string, main: string): Promise<boolean> {
  if (!existsSync(stamp) || !existsSync(main)) return false;
  const before = JSON.parse(await readFile(stamp, 'utf8')) as Stamp;
  const now = await stampOf(Object.keys(before)).catch(() => ({}));
  return JSON.stringify(now) === JSON.stringify(before);
}

/** The compiler's source map of a module, so that those of the bundle lead to the sources. */
async function loadWithMap(path: string): Promise<{ code: string; map: string } | undefined> {
  if (!existsSync(`${path}.map`) || path.includes('node_modules')) return undefined;
  return { code: await readFile(path, 'utf8'), map: await readFile(`${path}.map`, 'utf8') };
}

/** A module without exports in place of each unused package. */
const withoutUnused = (unused: readonly string[]): Plugin => ({
  name: 'without-unused',
  resolveId: { handler: (id) => (unused.includes(packageOf(id)) ? { id: `${EMPTY}${id}` } : undefined) },
  load: { handler: (id) => (id.startsWith(EMPTY) ? 'module.exports = {};' : undefined) },
});

/** With one character beyond Latin-1 Node keeps the whole text with two bytes for each. */
const inAscii = (code: string): string =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

async function bundle({ app, packages, optional, unused }: Program): Promise<readonly string[]> {
  const { rolldown } = await import('rolldown');
  const allowed = new Set([...Object.keys(await dependenciesOf(app)), ...optional]);
  const dist = join(ROOT, app, 'dist');
  const build = await rolldown({
    input: { main: join(ROOT, app, 'build/main.js') },
    platform: 'node',
    // A part may export more to the others than its module does.
    preserveEntrySignatures: 'allow-extension',
    external: (id, importer) => {
      if (id.startsWith('node:') || builtinModules.includes(id)) return true;
      if (/^(\.|\/|[A-Za-z]:)/.test(id) || importer?.includes('node_modules') === true) return false;
      const name = packageOf(id);
      if (name.startsWith('@strongroom/') ? !isExternalPackage(name) : packages.includes(name)) return false;
      if (!allowed.has(name)) throw new Error(`${app} does not depend on ${name}, which ${importer} imports`);
      return true;
    },
    plugins: [
      { name: 'maps-of-the-compiler', load: { filter: { id: /\.js$/ }, handler: loadWithMap } },
      withoutUnused(unused),
    ],
    // A slow build on a busy machine is not a fault of the program.
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      if (level !== 'debug' && level !== 'info') throw new Error(`${app}: ${log.message}`);
    },
  });
  const whole = await build.generate({ format: 'esm' });
  const parts = partsOf(whole.output.filter((file) => file.type === 'chunk'));
  const { output } = await build.generate({
    format: 'esm',
    codeSplitting: { groups: parts },
    // As deep as the folders of `src`, so that an address from a module's own is the same in both.
    chunkFileNames: 'chunks/[name]-[hash].js',
    entryFileNames: '[name].js',
    keepNames: true,
    sourcemap: true,
    comments: { legal: true, annotation: true, jsdoc: false },
  });
  await build.close();
  const files = output.map(
    (file) => [file.fileName, file.type === 'chunk' ? inAscii(file.code) : file.source] as const,
  );
  // The program itself comes last: it never names a file that is not there yet.
  for (const [name, content] of files.toSorted(([one], [other]) => depthOf(other) - depthOf(one)))
    await replace(join(dist, name), content);
  await removeOthers(dist, new Set(files.map(([name]) => join(dist, name))));
  const modules = new Set(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])));
  return [...modules].filter((id) => existsSync(id)).map((id) => relative(ROOT, id));
}

const depthOf = (path: string): number => path.split('/').length;

async function dependenciesOf(app: string): Promise<Readonly<Record<string, string>>> {
  const manifest = JSON.parse(await readFile(join(ROOT, app, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  return manifest.dependencies;
}

async function replace(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

async function removeOthers(folder: string, wanted: ReadonlySet<string>): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !wanted.has(path)) await rm(path);
  }
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'chunks') await rm(join(folder, entry.name), { recursive: true });
}

// oxlint-disable-next-line node/no-process-env -- names the version where there is no git, as in the build of an image
const version = await buildVersionOf(ROOT, process.env.BUILD_VERSION);
for (const program of PROGRAMS) {
  const dist = join(ROOT, program.app, 'dist');
  const stamp = join(ROOT, program.app, 'build/.bundled');
  if (!(await isFresh(stamp, join(dist, 'main.js')))) {
    const inputs = await bundle(program);
    await writeFile(stamp, JSON.stringify(await stampOf([...RECIPE, ...inputs])));
  }
  const build = `${JSON.stringify({ version })}\n`;
  const before = await readFile(join(dist, 'build.json'), 'utf8').catch(() => '');
  if (before !== build) await replace(join(dist, 'build.json'), build);
}
