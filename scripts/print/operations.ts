import type { Api } from './api.ts';
import { code, PRINTED, page, table } from './markdown.ts';

/** Every operation of the API, one row each. */
export function operations({ ROUTES }: Api): string {
  return page(
    '# Operations',
    PRINTED,
    'All paths stand below `/api/v1`. Fields, answers and errors of each are in [openapi.json](openapi.json); a running service shows them under `/docs`.',
    table(
      ['Operation', 'Does', 'Scope', 'Permission'],
      ROUTES.map(({ method, path, summary, access, scope = '', action = '' }) => [
        code(`${method.toUpperCase()} ${path}`),
        summary,
        access === 'public' ? 'public' : scope && code(scope),
        action && `[${code(action)}](permissions.md#${action.replaceAll('.', '')})`,
      ]),
    ),
    '`HEAD` works wherever `GET` does. A public operation needs no token; where no scope is named, any valid token will do.',
  );
}
