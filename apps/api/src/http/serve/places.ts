import { deprecationHeaders } from '../describe/deprecation.ts';
import type { Route } from './route.ts';

/** All routes of one path. */
export type Place<App> = Readonly<{
  path: string;
  /** By method, with HEAD where there is GET. */
  routes: ReadonlyMap<string, Route<App>>;
  /** Its methods, for `Allow`. */
  allow: string;
}>;

/**
 * The routes by path, literal segments before parameters, so that `/users/invite` is not the user
 * "invite". Throws TypeError for a table that contradicts itself, RangeError for a deprecation on too short a notice.
 */
export function placesOf<App>(routes: readonly Route<App>[]): readonly Place<App>[] {
  const byPath = groupedBy(routes, (route) => route.path);
  refuseSameShape([...byPath.keys()]);
  return [...byPath]
    .toSorted(([a], [b]) => spelledFirst(a, b))
    .map(([path, rows]) => {
      const table = new Map<string, Route<App>>();
      for (const route of rows) {
        refuseOddParams(route);
        if (route.deprecated !== undefined) deprecationHeaders(route.deprecated);
        const method = route.method.toUpperCase();
        if (table.has(method)) throw new TypeError(`${method} ${path} is in the table twice`);
        table.set(method, route);
        if (method === 'GET') table.set('HEAD', route);
      }
      return { path, routes: table, allow: [...table.keys()].toSorted().join(', ') };
    });
}

function groupedBy<T>(entries: readonly T[], keyOf: (entry: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return groups;
}

/** The names of the parameters of a path. `*name` takes the rest of a path, `:name` one segment. */
const paramsIn = (path: string): readonly string[] =>
  path.split('/').flatMap((segment) => (isParam(segment) ? [segment.slice(1)] : []));

const isParam = (segment: string | undefined): boolean => segment !== undefined && /^[:*]/.test(segment);

function refuseOddParams<App>(route: Route<App>): void {
  const inPath = paramsIn(route.path).toSorted().join();
  if (
    inPath !==
    Object.keys(route.params ?? {})
      .toSorted()
      .join()
  )
    throw new TypeError(`${route.method} ${route.path} does not describe exactly the parameters of its path`);
}

/** Two paths that differ in the names of their parameters only are one path with two names (and no valid document). */
function refuseSameShape(paths: readonly string[]): void {
  const shapes = groupedBy(paths, (path) => path.replaceAll(/([:*])\w+/g, '$1'));
  for (const same of shapes.values())
    if (same.length > 1) throw new TypeError(`${same.join(' and ')} are one path: name its parameters alike`);
}

function spelledFirst(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = Number(isParam(left[i])) - Number(isParam(right[i]));
    if (difference !== 0) return difference;
  }
  return 0;
}
