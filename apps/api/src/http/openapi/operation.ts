import { type Action, type Json, type JsonSchema, scopeOf } from '@strongroom/domain';
import { fieldsOf } from '../describe/is.ts';
import type { Shape } from '../describe/shape.ts';
import { isRepeatable } from '../serve/general-codes.ts';
import { headersOf } from './common.ts';
import { type DescribedRoute, tagOf } from './described.ts';
import { refusals } from './refusals.ts';
import type { Schemas } from './schemas.ts';

/** One operation of the document, from its row in the table. */
export function operationOf(route: DescribedRoute, schemas: Schemas): Json {
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...descriptionOf(route),
    ...(route.deprecated === undefined ? {} : { deprecated: true }),
    tags: [tagOf(route)],
    security: route.access === 'public' ? [] : [{ bearer: scopesOf(route) }],
    parameters: parametersOf(route),
    ...requestBody(route, schemas),
    responses: { ...successes(route, schemas), ...refusals(route) },
  };
}

const scopesOf = ({ action }: DescribedRoute): readonly string[] => {
  const scope = action === undefined ? null : scopeOf(action);
  return scope === null ? [] : [scope];
};

function descriptionOf({ description, chooses, deprecated }: DescribedRoute): JsonSchema {
  const life = deprecated && `Deprecated since ${deprecated.since}; ends on ${deprecated.sunset} at the earliest.`;
  const paragraphs = [description, chooses && choiceOf(chooses), life].filter((paragraph) => paragraph !== undefined);
  return paragraphs.length === 0 ? {} : { description: paragraphs.join('\n\n') };
}

const choiceOf = (actions: readonly Action[]): string => {
  const named = actions.map((action) => {
    const scope = scopeOf(action);
    return scope === null ? `\`${action}\`` : `\`${action}\` [${scope}]`;
  });
  return `Decided by ${named.join(' or ')}.`;
};

function parametersOf(route: DescribedRoute): readonly Json[] {
  const { params = {}, query } = route;
  const inPath = Object.entries(params).map(([name, value]) => ({
    name,
    in: 'path',
    required: true,
    description: value.description,
    // A malformed id is answered 404, not refused, so the schema has no pattern.
    schema: { type: 'string', ...(typeof value.schema.format === 'string' ? { format: value.schema.format } : {}) },
  }));
  const inQuery = [...(query ? fieldsOf(query) : [])].map(([name, value]) => ({
    name,
    in: 'query',
    required: !value.optional,
    description: value.description,
    schema: value.schema,
  }));
  return isRepeatable(route) ? [...inPath, ...inQuery, IDEMPOTENCY_KEY] : [...inPath, ...inQuery];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes retries safe: the same key gets the same answer for 24 hours; on a share link for ten minutes, at most three times.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
};

function requestBody({ body }: DescribedRoute, schemas: Schemas): JsonSchema {
  if (body === undefined) return {};
  const example = schemas.example(body);
  const required = [...fieldsOf(body).values()].some((value) => !value.optional);
  const content = { schema: schemas.sent(body), ...(example === undefined ? {} : { example }) };
  return { requestBody: { required, content: { 'application/json': content } } };
}

function successes(route: DescribedRoute, schemas: Schemas): JsonSchema {
  const { status, answer, deprecated } = route;
  const also = [
    ...(isRepeatable(route) ? ['Idempotency-Replayed'] : []),
    ...(deprecated === undefined ? [] : ['Deprecation', 'Sunset']),
  ];
  return Object.fromEntries(
    status.map((code) => [
      `${code}`,
      {
        description: code === 201 ? 'Created.' : 'Done.',
        headers: headersOf(...also, ...(code === 201 ? ['Location'] : [])),
        content: contentOf(answer, schemas),
      },
    ]),
  );
}

function contentOf({ kind, view, media, or }: Shape<unknown>, schemas: Schemas): JsonSchema {
  if (media !== undefined) return { [media]: { schema: media.startsWith('text/') ? { type: 'string' } : BYTES } };
  const shown = view === undefined ? {} : schemas.shown(view);
  // A generator takes the lines as one body, and would read them as one JSON value if the schema were that of a line.
  if (kind === 'lines') return { 'application/x-ndjson': { schema: BYTES, 'x-each-line': shown } };
  if (kind === 'document') return { 'application/json': { schema: { type: 'object' } } };
  const schema: Readonly<Record<Exclude<typeof kind, 'lines' | 'document' | 'media'>, JsonSchema>> = {
    one: envelope({ data: shown }),
    many: envelope({ data: { type: 'array', items: shown }, meta: { $ref: '#/components/schemas/ListMeta' } }),
    bulk: envelope({ data: { type: 'array', items: row(shown) } }),
  };
  if (or !== undefined) return { 'application/json': { schema: { oneOf: [schema.one, paged(or, schemas)] } } };
  return { 'application/json': { schema: kind === 'media' ? {} : schema[kind] } };
}

const paged = ({ view, isList, meta }: NonNullable<Shape<unknown>['or']>, schemas: Schemas): JsonSchema => {
  const shown = schemas.shown(view);
  return envelope({ data: isList ? { type: 'array', items: shown } : shown, meta: schemas.shown(meta) });
};

const BYTES = { type: 'string', format: 'binary' };

const envelope = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const row = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  description: '`data` where the item succeeded, else `error`.',
  properties: {
    index: { type: 'integer', minimum: 0 },
    status: { type: 'integer' },
    data,
    error: {
      type: 'object',
      properties: { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } },
    },
  },
  required: ['index', 'status'],
});
