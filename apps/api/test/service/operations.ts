import { randomBytes, randomUUID } from 'node:crypto';
import { bearerSecret } from '@strongroom/domain';
import { ROUTES } from '../../src/http/routes.ts';
import type { Route } from '../../src/http/serve/route.ts';

/** The name of an operation in tables: `POST /rooms/:id/archive`. */
export const nameOf = ({ method, path }: Pick<Route<never>, 'method' | 'path'>): string =>
  `${method.toUpperCase()} ${path}`;

/** Every operation under /api/v1 by its name. */
export const OPERATIONS = new Map(ROUTES.map((route) => [nameOf(route), route]));

/** The parameters that a path names, in order. */
export const paramsOf = (operation: string): readonly string[] =>
  [...operation.matchAll(/[:*](\w+)/g)].map(([, name = '']) => name);

/** Method and path of a request. */
export function requestOf(operation: string, params: Readonly<Record<string, string>>): readonly [string, string] {
  const [method = '', pattern = ''] = operation.split(' ');
  return [method, pattern.replaceAll(/[:*](\w+)/g, (_, name: string) => params[name] ?? `no-${name}`)];
}

/** A name of nothing for a parameter of a path: an id, or the secret of a link of the right kind. */
export const nothingFor = (operation: string, name: string): string =>
  name === 'token'
    ? bearerSecret(operation.includes('/upload-requests/') ? 'uploadRequest' : 'shareLink', randomBytes(32))
    : randomUUID();
