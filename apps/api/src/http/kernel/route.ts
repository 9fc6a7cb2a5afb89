import type { Locator, SignedIn, Visitor } from '@strongroom/application';
import type { Action, ErrorCode } from '@strongroom/domain';
import { type Answer, withHeader } from './answers.ts';
import { readBody, refuseBody } from './body.ts';
import { bodyLimitsOf } from './body-limits.ts';
import type { Deprecation } from './deprecation.ts';
import type { Exchange } from './exchange.ts';
import { idempotencyOf } from './idempotency.ts';
import type { FieldClass } from './is.ts';
import type { Described, ParamsOf } from './params.ts';
import { readQuery, refuseQuery } from './query.ts';
import type { Shape } from './shape.ts';

type Method = 'get' | 'post' | 'patch' | 'delete';

/** What a handler is given besides the application and who asks. */
export type Input<P, Q, B> = Readonly<{
  params: P;
  query: Q;
  body: B;
  /** Asked for with HEAD: the same answer, sent without its body, and without effect. */
  head: boolean;
}>;

/** What is known of a route without calling it: for the mounting, the document and the logs. */
export type RouteFacts = Readonly<{
  method: Method;
  /** Below /api/v1, with parameters as `:name`. */
  path: string;
  summary: string;
  description?: string;
  /** Announced to end: answers say so, and the document marks it. */
  deprecated?: Deprecation;
  /** By name. What has the wrong form is no mistake of form but names nothing that exists. */
  params?: Described;
  /** Classes of fields. Where there is none, nothing may be sent. */
  query?: FieldClass;
  body?: FieldClass;
  answer: Shape<unknown>;
  /** The statuses it succeeds with. */
  status: readonly number[];
  /** The codes it refuses with, besides those that every route has. */
  errors: readonly ErrorCode[];
}>;

/** Authentication requirements of a non-public route. The policy row of `action` names its scope. */
type SignedInFacts<Name extends string> = Readonly<{
  access: 'signed-in';
  action: Action;
  /** What round one looks up together with the credential, by the name of its parameter. */
  locate?: Readonly<{ kind: Locator['kind']; param: Name }>;
}>;

type PublicFacts<Name extends string> = Readonly<{
  access: 'public';
  /** The parameter that is counted together with the address, in place of the address alone. */
  countedBy?: Name;
}>;

type Run<App, Ctx> = (
  app: App,
  ctx: Ctx,
  exchange: Exchange,
  params: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** One row of the table of routes. */
export type Route<App> = RouteFacts &
  (
    | (SignedInFacts<string> & Readonly<{ run: Run<App, SignedIn> }>)
    | (PublicFacts<string> & Readonly<{ run: Run<App, Visitor> }>)
  );

type Typed<P extends Described, Q extends object, B extends object, T, S extends number> = Readonly<{
  params?: P;
  query?: FieldClass<Q>;
  body?: FieldClass<B>;
  answer: Shape<T>;
  status: readonly S[];
}>;

type Handle<App, Ctx, P extends Described, Q, B, T, S extends number> = (
  app: App,
  ctx: Ctx,
  input: Input<ParamsOf<P>, Q, B>,
) => Promise<Answer<NoInfer<T>, NoInfer<S>>>;

type Definition<App, P extends Described, Q extends object, B extends object, T, S extends number> = Omit<
  RouteFacts,
  keyof Typed<P, Q, B, T, S>
> &
  Typed<P, Q, B, T, S> &
  (
    | (SignedInFacts<keyof P & string> & Readonly<{ handle: Handle<App, SignedIn, P, Q, B, T, S> }>)
    | (PublicFacts<keyof P & string> & Readonly<{ handle: Handle<App, Visitor, P, Q, B, T, S> }>)
  );

/** Makes the function that makes the rows of a table over one application. */
export function routesOver<App>() {
  return <P extends Described, Q extends object, B extends object, T, const S extends number>(
    definition: Definition<App, P, Q, B, T, S>,
  ): Route<App> => {
    const read = (exchange: Exchange, params: Readonly<Record<string, string>>) =>
      readInput(definition, exchange, params);
    if (definition.access === 'public') {
      const { handle, ...facts } = definition;
      const run: Run<App, Visitor> = async (app, ctx, exchange, params) =>
        oncePerKey(handle, app, ctx, exchange, await read(exchange, params));
      return { ...facts, run };
    }
    const { handle, ...facts } = definition;
    const run: Run<App, SignedIn> = async (app, ctx, exchange, params) => {
      return oncePerKey(handle, app, ctx, exchange, await read(exchange, params));
    };
    return { ...facts, run };
  };
}

/** Query and body are read last: what they say matters to nobody who may not ask. */
async function readInput<P extends Described, Q extends object, B extends object>(
  route: Pick<Typed<P, Q, B, unknown, number>, 'params' | 'query' | 'body' | 'answer'> & Pick<Route<unknown>, 'access'>,
  exchange: Exchange,
  params: Readonly<Record<string, string>>,
): Promise<Input<ParamsOf<P>, Q, B>> {
  const { query, body } = route;
  const limits = bodyLimitsOf(route);
  const sent = body === undefined ? await refuseBody(exchange, limits) : await readBody(body, exchange, limits);
  const input = {
    params,
    query: query === undefined ? refuseQuery(exchange.query) : readQuery(query, exchange.query),
    body: sent,
    head: exchange.request.method === 'HEAD',
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part was narrowed by its own description
  return input as unknown as Input<ParamsOf<P>, Q, B>;
}

/** The handler finds the client's key in its context, and a replay is told by a header (interface section 4, "Idempotency"). */
async function oncePerKey<App, Ctx extends SignedIn | Visitor, I extends Readonly<{ body: unknown }>>(
  handle: (app: App, ctx: Ctx, input: I) => Promise<Answer>,
  app: App,
  ctx: Ctx,
  exchange: Exchange,
  input: I,
): Promise<Answer> {
  let isReplay = false;
  const idempotency = idempotencyOf(exchange, input.body, () => {
    isReplay = true;
  });
  const keyed = idempotency === undefined ? ctx : { ...ctx, idempotency };
  const answer = await exchange.replyBy.within(() => handle(app, keyed, input));
  return isReplay ? withHeader(answer, 'Idempotency-Replayed', 'true') : answer;
}
