import { type Json, SCOPES } from '@strongroom/domain';
import { PREFIX } from '../serve/prefix.ts';
import { errorSchema, headerComponents, metaSchema } from './common.ts';
import { type DescribedRoute, tagOf } from './described.ts';
import { operationOf } from './operation.ts';
import { sharedRefusals } from './refusals.ts';
import { type AcceptedTexts, Schemas } from './schemas.ts';

/** The OpenAPI 3.1 document of a table of routes, with the `choices` of one service. */
export function openApiDocument(
  routes: readonly DescribedRoute[],
  version: string,
  choices: AcceptedTexts = new Map(),
): Json {
  const schemas = new Schemas(choices);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/[:*](\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operationOf(route, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Strongroom',
      version,
      summary: 'Data rooms with files that are encrypted before they arrive.',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: PREFIX }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: `An API token or a session. Pages of the service itself use a cookie instead, which is accepted only with \`Sec-Fetch-Site: same-origin\` and \`X-Strongroom: 1\`. Scopes of tokens:\n\n${scopeList()}`,
        },
      },
      headers: headerComponents,
      responses: sharedRefusals(routes),
      schemas: { Error: errorSchema, ListMeta: metaSchema, ...schemas.all() },
    },
  };
}

const scopeList = (): string =>
  Object.entries(SCOPES)
    .map(([scope, text]) => `- \`${scope}\`: ${text}`)
    .join('\n');

const DESCRIPTION = `Every answer is JSON, except exports of the audit log and what proves it: \`{"data": …}\`, for lists with \`meta\`, or \`{"error": {"code", "message", "status", "request_id"}}\`.
Times are UTC without fractions of a second, ids are lowercase UUIDs, sizes are bytes. Unknown fields and parameters are refused.
A body has at most 16 KiB on public operations, 1 MiB on bulk operations and 64 KiB elsewhere, also unpacked where it is sent with \`Content-Encoding: gzip\`, and unpacks to at most 100 times its size.
It has at most 32 levels, 200 members in an object, and 1 000 members and array entries in all (20 000 on bulk operations).
Malformed, unknown and hidden ids get the same answer: 404.
Any request may also be answered 405, 408, 414, 417 or 431, in the same form.`;
