import type { Application } from '@strongroom/application';
import { type Answer, type BodyLimits, type Exchange, exchangeOf, readJson, sendAnswer } from '@strongroom/http-kernel';
import type { Express, Request } from 'express';
import { Deadline } from '../serve/deadline.ts';
import type { Kernel } from '../serve/kernel.ts';
import { admitCaller, type DoorKernel } from '../serve/mount.ts';
import { SCIM_PREFIX } from '../serve/prefix.ts';
import { GROUPS } from './groups.ts';
import type { ScimCall, ScimResource } from './resource.ts';
import { configAt, resourceTypesAt, schemasAt } from './schemas.ts';
import { SCIM_TYPE, type ScimObject, scimAnswer } from './scim-answer.ts';
import { refuseScim, ScimRefusal } from './scim-refusal.ts';
import { USERS } from './users.ts';

export type ScimParts = Readonly<{ app: Pick<Application, 'directory' | 'publicUrl'> }>;

type ScimKernel = Kernel & DoorKernel & Readonly<{ deadlineMs?: number | undefined }>;

type Handler = (call: ScimCall, given: Readonly<{ id: string; body: unknown }>) => Answer | Promise<Answer>;
/** The handlers of a path by method. */
type Methods = Readonly<Partial<Record<string, Handler>>>;

/** A group may come with all of its members. */
const LIMITS: BodyLimits = {
  bytes: 1024 * 1024,
  members: 200,
  values: 30_000,
  alsoTakes: SCIM_TYPE,
  refuseMany: (message) => {
    throw new ScimRefusal(413, `${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
  },
};

const unsupported: Handler = () => {
  throw new ScimRefusal(501, 'This is not supported; ServiceProviderConfig says what is.');
};

const listOf = (resources: readonly ScimObject[]): Answer =>
  scimAnswer(200, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  });

function oneOf(resources: readonly ScimObject[], id: string): Answer {
  const found = resources.find((resource) => resource['id'] === id);
  if (found === undefined) throw new ScimRefusal(404, 'There is no such resource.');
  return scimAnswer(200, found);
}

const resourcePaths = (path: string, resource: ScimResource): readonly (readonly [string, Methods])[] => [
  [path, { GET: resource.list, POST: (call, { body }) => resource.create(call, body) }],
  [`${path}/.search`, { POST: unsupported }],
  [
    `${path}/:id`,
    {
      GET: (call, { id }) => resource.get(call, id),
      PUT: (call, { id, body }) => resource.replace(call, id, body),
      PATCH: (call, { id, body }) => resource.patch(call, id, body),
      DELETE: (call, { id }) => resource.delete(call, id),
    },
  ],
];

const PATHS: readonly (readonly [string, Methods])[] = [
  ['/ServiceProviderConfig', { GET: ({ base }) => scimAnswer(200, configAt(base)) }],
  ['/ResourceTypes', { GET: ({ base }) => listOf(resourceTypesAt(base)) }],
  ['/ResourceTypes/:id', { GET: ({ base }, { id }) => oneOf(resourceTypesAt(base), id) }],
  ['/Schemas', { GET: ({ base }) => listOf(schemasAt(base)) }],
  ['/Schemas/:id', { GET: ({ base }, { id }) => oneOf(schemasAt(base), id) }],
  ...resourcePaths('/Users', USERS),
  ...resourcePaths('/Groups', GROUPS),
  ['/.search', { POST: unsupported }],
  ['/Bulk', { POST: unsupported }],
  ['/Me', { GET: unsupported }],
];

/** Puts SCIM 2.0 (RFC 7644) at its path. Every answer, also a refusal, is in the shape of the protocol. */
export function mountScim(express: Express, { app }: ScimParts, kernel: ScimKernel): void {
  for (const [path, methods] of PATHS)
    express.route(SCIM_PREFIX + path).all((request: Request) => {
      const { id } = request.params;
      return serve(kernel, app, exchangeOf(request), { path, methods, id: typeof id === 'string' ? id : '' });
    });
  const nothing = (request: Request) =>
    refuseScim(kernel, exchangeOf(request), new ScimRefusal(404, 'There is no such address.'));
  express.route(SCIM_PREFIX).all(nothing);
  express.route(`${SCIM_PREFIX}/*rest`).all(nothing);
}

type PathOfCall = Readonly<{ path: string; methods: Methods; id: string }>;

async function serve(kernel: ScimKernel, app: ScimParts['app'], exchange: Exchange, asked: PathOfCall): Promise<void> {
  exchange.outcome.pattern = SCIM_PREFIX + asked.path;
  try {
    void sendAnswer(exchange, await answerTo(kernel, app, exchange, asked));
  } catch (error) {
    await refuseScim(kernel, exchange, error);
  }
}

/** In the order of other requests: 405, 401, 429, 403, then the body. */
async function answerTo(
  kernel: ScimKernel,
  app: ScimParts['app'],
  exchange: Exchange,
  { methods, id }: PathOfCall,
): Promise<Answer> {
  const handler = methods[exchange.request.method ?? ''];
  if (handler === undefined)
    throw new ScimRefusal(405, 'This address does not take that method; "Allow" lists those it takes.', {
      headers: ['Allow', Object.keys(methods).join(', ')],
    });
  const deadline = new Deadline(kernel.deadlineMs);
  const call = { exchange, deadline, params: {}, ownPage: false };
  const ctx = await admitCaller(kernel, { action: 'directory.see' }, call);
  const body = await readJson(exchange, LIMITS);
  const query = new URLSearchParams(exchange.query);
  const base = app.publicUrl() + SCIM_PREFIX;
  return deadline.within(async () => handler({ app, ctx, query, base }, { id, body }));
}
