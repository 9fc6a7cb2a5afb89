import { type RoutesOfPath, routesByPath } from './places.ts';

type MatchedRoute<R> = RoutesOfPath<R> & Readonly<{ params: Readonly<Record<string, string>> }>;

const NO_PARAMS: Readonly<Record<string, string>> = {};

/** Finds routes by path in a small table. A parameter, `:name`, is one segment, still percent-encoded. */
export class Router<R extends Readonly<{ method: string; path: string }>> {
  readonly #fixed = new Map<string, MatchedRoute<R>>();
  readonly #patterns: RoutesOfPath<R>[] = [];

  /** Throws TypeError for a table that contradicts itself. */
  constructor(routes: readonly R[]) {
    for (const place of routesByPath(routes)) {
      if (place.path.includes(':')) this.#patterns.push(place);
      else this.#fixed.set(place.path, { ...place, params: NO_PARAMS });
    }
  }

  /** Most paths have no parameter, so they are found without comparing patterns. */
  find(path: string): MatchedRoute<R> | undefined {
    const fixed = this.#fixed.get(path);
    if (fixed !== undefined) return fixed;
    for (const place of this.#patterns) {
      const params = paramsOf(place.path, path);
      if (params !== undefined) return { ...place, params };
    }
    return undefined;
  }
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
