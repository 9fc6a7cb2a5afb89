type Row = Readonly<{ method: string; path: string }>;

/** All routes of one path. */
export type RoutesOfPath<R> = Readonly<{
  path: string;
  /** By method, with HEAD where there is GET. */
  routes: ReadonlyMap<string, R>;
  /** Its methods, for `Allow`. */
  allow: string;
}>;

/**
 * The routes of a table by path, literal segments before parameters, so that `/users/invite` is not the user "invite".
 * `*name` takes the rest of a path, `:name` one segment. Throws TypeError for a table that contradicts itself.
 */
export function routesByPath<R extends Row>(routes: readonly R[]): readonly RoutesOfPath<R>[] {
  const byPath = groupedBy(routes, ({ path }) => path);
  refuseSameShape([...byPath.keys()]);
  return [...byPath].toSorted(([a], [b]) => spelledFirst(a, b)).map(([path, rows]) => placeOf(path, rows));
}

function placeOf<R extends Row>(path: string, rows: readonly R[]): RoutesOfPath<R> {
  const routes = new Map<string, R>();
  for (const route of rows) {
    const method = route.method.toUpperCase();
    if (routes.has(method)) throw new TypeError(`${method} ${path} is in the table twice`);
    routes.set(method, route);
    if (method === 'GET') routes.set('HEAD', route);
  }
  return { path, routes, allow: [...routes.keys()].toSorted().join(', ') };
}

function groupedBy<T>(entries: readonly T[], keyOf: (entry: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return groups;
}

/** The names of the parameters of a path. */
export const paramsIn = (path: string): readonly string[] =>
  path.split('/').flatMap((segment) => (isParam(segment) ? [segment.slice(1)] : []));

const isParam = (segment: string | undefined): boolean => segment !== undefined && /^[:*]/.test(segment);

/** Two paths that differ in the names of their parameters only are one path with two names (and no valid document). */
function refuseSameShape(paths: readonly string[]): void {
  for (const same of groupedBy(paths, (path) => path.replaceAll(/([:*])\w+/g, '$1')).values())
    if (same.length > 1) throw new TypeError(`${same.join(' and ')} are one path: name its parameters alike`);
}

/** A total order: where unrelated paths were equal, a sort could leave a parameter before the segment that it takes. */
function spelledFirst(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [one = '', other = ''] = [left[i], right[i]];
    const difference = Number(isParam(one)) - Number(isParam(other));
    if (difference !== 0) return difference;
    if (!isParam(one) && one !== other) return one < other ? -1 : 1;
  }
  return left.length - right.length;
}
