import { type Action, scopeOf } from '@strongroom/domain';
import type { Api } from './api.ts';
import { code, PRINTED, page, table } from './markdown.ts';

/** Every operation of the API, one row each. */
export function operationsPage({ ROUTES }: Api): string {
  return page(
    '# Operations',
    PRINTED,
    'All paths stand below `/api/v1`. Fields, answers and errors of each are in [openapi.json](openapi.json); a running service shows them under `/docs`.',
    table(
      ['Operation', 'Does', 'Scope', 'Permission'],
      ROUTES.map(({ method, path, summary, access, action, chooses = [] }) => [
        code(`${method.toUpperCase()} ${path}`),
        summary,
        access === 'public' ? 'public' : scopes(chooses.length > 0 ? chooses : asList(action)),
        [...asList(action), ...chooses].map(link).join('<br>'),
      ]),
    ),
    '`HEAD` works wherever `GET` does. A public operation needs no token; where no scope is named, any valid token will do. Of several permissions after the first, the request or the state of the subject chooses one.',
  );
}

const asList = (action: Action | undefined): readonly Action[] => (action === undefined ? [] : [action]);

const scopes = (actions: readonly Action[]): string =>
  actions
    .map(scopeOf)
    .filter((scope) => scope !== null)
    .map(code)
    .join(' or ');

const link = (action: Action): string => `[${code(action)}](permissions.md#${action.replaceAll('.', '')})`;
