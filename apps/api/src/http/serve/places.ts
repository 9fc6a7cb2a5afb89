import { paramsIn, type RoutesOfPath, routesByPath } from '@strongroom/http-kernel';
import { deprecationHeaders } from '../describe/deprecation.ts';
import type { Route } from './route.ts';

/** The routes by path. Throws TypeError for a table that contradicts itself, RangeError for a deprecation on too short a notice. */
export function describedPlacesOf<App>(routes: readonly Route<App>[]): readonly RoutesOfPath<Route<App>>[] {
  for (const route of routes) {
    refuseOddParams(route);
    if (route.deprecated !== undefined) deprecationHeaders(route.deprecated);
  }
  return routesByPath(routes);
}

function refuseOddParams<App>(route: Route<App>): void {
  const described = Object.keys(route.params ?? {});
  if (paramsIn(route.path).toSorted().join() !== described.toSorted().join())
    throw new TypeError(`${route.method} ${route.path} does not describe exactly the parameters of its path`);
}
