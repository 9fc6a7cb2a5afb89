import { document } from '../describe/answers.ts';
import { asDocument } from '../describe/shape.ts';
import type { Route } from '../serve/route.ts';
import { type App, route } from './route.ts';

/** The OpenAPI document, made from the table of routes. `text` is called for each request. */
export const openApiRoute = (text: () => string): Route<App> =>
  route({
    operationId: 'getOpenApi',
    method: 'get',
    path: '/openapi.json',
    access: 'public',
    summary: 'This document',
    description:
      'OpenAPI 3.1, without an envelope. /docs shows it to people. That of a running service lists its labels where a request takes one.',
    answer: asDocument,
    status: [200],
    handle: async () => document(text()),
  });
