/** All routes of one path. */
type Place<R> = Readonly<{
  path: string;
  /** By method, with HEAD where there is GET. */
  routes: ReadonlyMap<string, R>;
  /** Its methods, for `Allow`. */
  allow: string;
}>;

type Found<R> = Place<R> & Readonly<{ params: Readonly<Record<string, string>> }>;

const NO_PARAMS: Readonly<Record<string, string>> = {};

/** Finds routes by path in a small table. A parameter, `:name`, is one segment, still percent-encoded. */
export class Router<R extends Readonly<{ method: string; path: string }>> {
  readonly #fixed = new Map<string, Found<R>>();
  readonly #patterns: Place<R>[] = [];

  /** Throws TypeError for two routes of one path and method. */
  constructor(routes: readonly R[]) {
    for (const path of new Set(routes.map((route) => route.path))) {
      const place = placeOf(
        path,
        routes.filter((route) => route.path === path),
      );
      if (path.includes(':')) this.#patterns.push(place);
      else this.#fixed.set(path, { ...place, params: NO_PARAMS });
    }
  }

  /** Most paths have no parameter, so they are found without comparing patterns. */
  find(path: string): Found<R> | undefined {
    const fixed = this.#fixed.get(path);
    if (fixed !== undefined) return fixed;
    for (const place of this.#patterns) {
      const params = paramsOf(place.path, path);
      if (params !== undefined) return { ...place, params };
    }
    return undefined;
  }
}

function placeOf<R extends Readonly<{ method: string }>>(path: string, rows: readonly R[]): Place<R> {
  const routes = new Map<string, R>();
  for (const route of rows) {
    if (routes.has(route.method)) throw new TypeError(`${route.method} ${path} is in the table twice`);
    routes.set(route.method, route);
    if (route.method === 'GET') routes.set('HEAD', route);
  }
  return { path, routes, allow: [...routes.keys()].toSorted().join(', ') };
}

/** The parameters of a path by a pattern; undefined for another path. */
function paramsOf(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [named, parts] = [pattern.split('/'), path.split('/')];
  if (named.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of named.entries()) {
    const part = parts[index] ?? '';
    if (name.startsWith(':')) params[name.slice(1)] = part;
    else if (name !== part) return undefined;
  }
  return params;
}
