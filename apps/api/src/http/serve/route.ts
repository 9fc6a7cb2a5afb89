import type { ResourceLocator, SignedIn, Visitor } from '@strongroom/application';
import type { Action, ErrorCode } from '@strongroom/domain';
import { type Answer, type Exchange, readJson } from '@strongroom/http-kernel';
import { bodyAs, refuseBody } from '../body/body.ts';
import { bodyLimitsOf } from '../body/body-limits.ts';
import { withHeader } from '../describe/answers.ts';
import type { Deprecation } from '../describe/deprecation.ts';
import type { FieldClass } from '../describe/is.ts';
import type { DescribedParams, ParamsOf } from '../describe/params.ts';
import type { Shape } from '../describe/shape.ts';
import type { Deadline } from './deadline.ts';
import { idempotencyOf } from './idempotency.ts';
import type { SpecialLimit } from './limits.ts';
import { readQuery, refuseQuery } from './query.ts';
import { refusalsOf } from './refusals-of.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The input of a handler. */
export type RouteInput<P, Q, B> = Readonly<{
  params: P;
  query: Q;
  body: B;
  /** HEAD: the same answer, without body and effects. */
  head: boolean;
  /** Whether a script of this service's own pages called: nothing else may get a cookie. */
  ownPage: boolean;
}>;

/** The facts of a route, for mounting, the document and the logs. */
export type RouteFacts = Readonly<{
  /** The name of the operation in the document, for generated clients. */
  operationId: string;
  method: Method;
  /** Below /api/v1, with parameters as `:name`, and `*name` for the rest of the path. */
  path: string;
  summary: string;
  description?: string;
  /** Deprecated operations say so in headers and in the document. */
  deprecated?: Deprecation;
  /** Parameters by name. A malformed one is answered like an unknown one. */
  params?: DescribedParams;
  /** Classes of fields. Without one, nothing may be sent. */
  query?: FieldClass;
  body?: FieldClass;
  /** Whether the body may be as large as that of a bulk operation. */
  takesMany?: true;
  answer: Shape<unknown>;
  /** The statuses it succeeds with. */
  status: readonly number[];
  /** The codes it refuses with, besides `generalCodes`. */
  errors: readonly ErrorCode[];
}>;

/** Authentication requirements of a non-public route. The policy row of `action` names its scope. */
type SignedInFacts<Name extends string> = Readonly<{
  access: 'signed-in';
  action: Action;
  /** Actions of which the request or the state of the subject chooses one, once `action` is decided. */
  chooses?: readonly Action[];
  /** The limit of its requests, where it is not that of the token. */
  limit?: SpecialLimit;
  /** The subject that is read together with the credential, by the name of its parameter. */
  locate?: Readonly<{ kind: ResourceLocator['kind']; param: Name }>;
}>;

type PublicFacts<Name extends string> = Readonly<{
  access: 'public';
  /** The parameter that is counted together with the address, in place of the address alone. */
  countedBy?: Name;
}>;

/** One call of a route. */
export type RouteCall = Readonly<{
  exchange: Exchange;
  deadline: Deadline;
  params: Readonly<Record<string, string>>;
  /** Whether a script of this service's own pages called. */
  ownPage: boolean;
}>;

type Run<App, Ctx> = (app: App, ctx: Ctx, call: RouteCall) => Promise<Answer>;

/** One row of the table of routes. */
export type Route<App> = RouteFacts &
  (
    | (SignedInFacts<string> & Readonly<{ run: Run<App, SignedIn> }>)
    | (PublicFacts<string> & Readonly<{ run: Run<App, Visitor> }>)
  );

type Typed<P extends DescribedParams, Q extends object, B extends object, T, S extends number> = Readonly<{
  params?: P;
  query?: FieldClass<Q>;
  body?: FieldClass<B>;
  answer: Shape<T>;
  status: readonly S[];
}>;

type Handle<App, Ctx, P extends DescribedParams, Q, B, T, S extends number> = (
  app: App,
  ctx: Ctx,
  input: RouteInput<ParamsOf<P>, Q, B>,
) => Promise<Answer<NoInfer<T>, NoInfer<S>>>;

type FurtherErrors = Readonly<{
  /** Codes besides those of the policy row. A bulk operation lists all: the row refuses most items one by one. */
  errors?: readonly ErrorCode[];
}>;

type Definition<App, P extends DescribedParams, Q extends object, B extends object, T, S extends number> = Omit<
  RouteFacts,
  keyof Typed<P, Q, B, T, S> | 'errors'
> &
  FurtherErrors &
  Typed<P, Q, B, T, S> &
  (
    | (SignedInFacts<keyof P & string> & Readonly<{ handle: Handle<App, SignedIn, P, Q, B, T, S> }>)
    | (PublicFacts<keyof P & string> & Readonly<{ handle: Handle<App, Visitor, P, Q, B, T, S> }>)
  );

/** Returns the function that declares routes over one application. */
export function routesOver<App>() {
  return <P extends DescribedParams, Q extends object, B extends object, T, const S extends number>(
    definition: Definition<App, P, Q, B, T, S>,
  ): Route<App> => {
    if (definition.access === 'public') {
      const { handle, errors = [], ...facts } = definition;
      return { ...facts, errors, run: runOf(definition, handle) };
    }
    const { handle, errors = [], ...facts } = definition;
    const ofRow = facts.answer.kind === 'bulk' ? [] : [facts.action, ...(facts.chooses ?? [])].flatMap(refusalsOf);
    return { ...facts, errors: [...new Set([...ofRow, ...errors])], run: runOf(definition, handle) };
  };
}

type Readable<P extends DescribedParams, Q extends object, B extends object> = Pick<
  Typed<P, Q, B, unknown, number>,
  'params' | 'query' | 'body' | 'answer'
> &
  Pick<Route<unknown>, 'access' | 'takesMany'>;

/**
 * Reads query and body last, so that only authorised callers learn what is wrong with them. Puts the Idempotency-Key into the
 * context of the handler, and marks a replayed answer with a header.
 */
const runOf =
  <App, Ctx extends SignedIn | Visitor, P extends DescribedParams, Q extends object, B extends object>(
    route: Readable<P, Q, B>,
    handle: (app: App, ctx: Ctx, input: RouteInput<ParamsOf<P>, Q, B>) => Promise<Answer>,
  ): Run<App, Ctx> =>
  async (app, ctx, { exchange, deadline, params, ownPage }) => {
    const reading = readJson(exchange, bodyLimitsOf(route));
    const sent = reading === undefined ? undefined : await reading;
    const body = route.body === undefined ? refuseBody(sent) : bodyAs(route.body, sent);
    const { query } = route;
    const read = {
      params,
      query: query === undefined ? refuseQuery(exchange.query) : readQuery(query, exchange.query),
      body,
      head: exchange.request.method === 'HEAD',
      ownPage,
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part was narrowed by its own description
    const input = read as unknown as RouteInput<ParamsOf<P>, Q, B>;
    let isReplay = false;
    const idempotency = idempotencyOf(exchange, body, () => {
      isReplay = true;
    });
    const keyed = idempotency === undefined ? ctx : { ...ctx, idempotency };
    const answer = await deadline.within(() => handle(app, keyed, input));
    return isReplay ? withHeader(answer, 'Idempotency-Replayed', 'true') : answer;
  };
