import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const IMPORTED = /(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g;
const LITERAL = /['"`]([\w@.-]+(?:\/[\w@.-]+)*)['"`]/g;
/** A file that says one of these starts the product as a program, so what it reaches is not in its imports. */
const STARTS_PROGRAMS = /\bdist\/|\bmain\.ts\b|\bbundle\.ts\b|\bnpm\b|\bbuildah\b/;
/** The files that programs are made of. */
const PRODUCT =
  /^(?:apps\/[^/]+\/(?!test\/)|packages\/[^/]+\/(?!test\/)|scripts\/(?!slow\/|.*\.test\.ts$)|package\.json$)/;
/** Every test reads the packages as locked. */
const ALWAYS = ['package-lock.json', 'jest.config.ts', 'jest.slow.config.ts'];

const isSource = (file: string): boolean => /\.[cm]?tsx?$/.test(file);

/**
 * The files that a change must touch to change what a test does: all that it imports, directly or not, each file and
 * folder that these name in a text, and the whole product where one of them starts a program of it. Rather too many than
 * too few. `tracked` are the files of the repository, from its root.
 */
export class Reach {
  readonly #root: string;
  readonly #tracked: ReadonlySet<string>;
  readonly #product: readonly string[];
  readonly #direct = new Map<string, readonly string[]>();

  constructor(root: string, tracked: readonly string[]) {
    this.#root = root;
    this.#tracked = new Set(tracked);
    this.#product = tracked.filter((file) => PRODUCT.test(file));
  }

  /** Sorted, with the test itself. */
  of(test: string): readonly string[] {
    const reached = new Set<string>(ALWAYS.filter((file) => this.#tracked.has(file)));
    const waiting = [test];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (reached.has(file)) continue;
      reached.add(file);
      if (isSource(file)) waiting.push(...this.#from(file));
    }
    return [...reached].toSorted();
  }

  #from(file: string): readonly string[] {
    const known = this.#direct.get(file);
    if (known !== undefined) return known;
    const text = readFileSync(join(this.#root, file), 'utf8');
    const found = [
      ...[...text.matchAll(IMPORTED)].flatMap(([, name = '']) => this.#imported(name)),
      ...[...text.matchAll(LITERAL)].flatMap(([, name = '']) => this.#named(file, name)),
      ...(STARTS_PROGRAMS.test(text) && !PRODUCT.test(file) ? this.#product : []),
    ];
    this.#direct.set(file, found);
    return found;
  }

  #imported(name: string): readonly string[] {
    const [scope, workspace, ...rest] = name.split('/');
    if (scope !== '@strongroom' || workspace === undefined) return [];
    const folder = ['packages', 'apps']
      .map((group) => `${group}/${workspace}`)
      .find((path) => existsSync(join(this.#root, path)));
    if (folder === undefined) return [];
    const manifest: unknown = JSON.parse(readFileSync(join(this.#root, folder, 'package.json'), 'utf8'));
    const entry = sourceOf(manifest, rest.length === 0 ? '.' : `./${rest.join('/')}`);
    return this.#existing(join(folder, entry ?? 'src/index.ts'));
  }

  /** A text that is a path, from the file that says it or from the root. */
  #named(file: string, name: string): readonly string[] {
    if (!/[/.]/.test(name)) return [];
    const beside = relative(this.#root, resolve(this.#root, dirname(file), name));
    return [...this.#existing(beside), ...(name.startsWith('.') ? [] : this.#existing(name))];
  }

  /** The file itself, or the files of the folder. */
  #existing(path: string): readonly string[] {
    if (this.#tracked.has(path)) return [path];
    if (path === '' || path.startsWith('..') || !path.includes('/')) return [];
    const folder = `${path}/`;
    return [...this.#tracked].filter((file) => file.startsWith(folder));
  }
}

/** The source of an entry of a package; one pattern, such as "./*", may stand for many entries. */
function sourceOf(manifest: unknown, entry: string): string | undefined {
  const all = property(manifest, 'exports');
  const exported = property(all, entry) ?? property(all, './*');
  const source = typeof exported === 'string' ? exported : property(exported, '@strongroom/source');
  return typeof source === 'string' ? join(source.replace('*', entry.slice(2))) : undefined;
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
