import { hash } from 'node:crypto';
import type { ResourceLocator, SignedIn } from '@strongroom/application';
import { DomainError, grants, scopeOf } from '@strongroom/domain';
import {
  type Answer,
  type Exchange,
  exchangeOf,
  type RoutesOfPath,
  sendAnswer,
  TransportError,
} from '@strongroom/http-kernel';
import type { Ids } from '@strongroom/ports';
import type { Express, Request } from 'express';
import { deprecationHeaders } from '../describe/deprecation.ts';
import { readParams } from '../describe/params.ts';
import type { Authenticator } from './authenticator.ts';
import { routesBySegment } from './by-segment.ts';
import type { AnswerCheck } from './check-answer.ts';
import { credentialOf, isOwnPage } from './credentials.ts';
import { Deadline } from './deadline.ts';
import type { Kernel } from './kernel.ts';
import { addressBuckets, type LimitBuckets, linkBuckets, specialBuckets, tokenBuckets } from './limits.ts';
import { describedPlacesOf } from './places.ts';
import { PREFIX } from './prefix.ts';
import type { Route, RouteCall } from './route.ts';

export type RouteKernel<App> = Kernel &
  Readonly<{
    app: App;
    authenticator: Authenticator;
    ids: Ids;
    /** Origin of the public address. Undefined: only browsers that send `Sec-Fetch-Site` may use cookies. */
    publicOrigin?: (() => string) | undefined;
    /** Maximum time of an answer in milliseconds, where it depends on other servers. */
    deadlineMs?: number | undefined;
    /** Checks every answer against its description; for tests. */
    check?: AnswerCheck;
  }>;

/** The parts that admit a caller. */
export type DoorKernel = Pick<RouteKernel<never>, 'limits' | 'authenticator'>;

/** The parameters of a path, as Express found them. */
type SentParams = Readonly<Record<string, unknown>>;

/** Puts a table of routes under /api/v1. */
export function mount<App>(express: Express, routes: readonly Route<App>[], kernel: RouteKernel<App>): void {
  const routeTo = routesBySegment(express);
  for (const place of describedPlacesOf(routes))
    routeTo(PREFIX + place.path).all((request: Request) => serve(kernel, place, exchangeOf(request), request.params));
}

/** Order of checks: 404 by the router, then 405, 401, 429, 403, 415/413/400. */
async function serve<App>(
  kernel: RouteKernel<App>,
  place: RoutesOfPath<Route<App>>,
  exchange: Exchange,
  sent: SentParams,
): Promise<void> {
  const { outcome, request } = exchange;
  outcome.pattern = PREFIX + place.path;
  const route = place.routes.get(request.method ?? '');
  if (route?.deprecated !== undefined) outcome.deprecation = deprecationHeaders(route.deprecated);
  try {
    const answer =
      route === undefined
        ? await answerToOtherMethod(kernel, place, exchange)
        : await answerBy(kernel, route, exchange, sent);
    for (const fault of answer.faults ?? []) kernel.refusals.log(exchange, fault);
    const sending = sendAnswer(exchange, answer);
    if (sending !== undefined) await sending;
  } catch (error) {
    await kernel.refusals.answer(exchange, route && kernel.check ? kernel.check.refusal(route, error) : error);
  }
}

async function answerToOtherMethod<App>(
  { limits, crossOrigin }: RouteKernel<App>,
  { allow }: RoutesOfPath<Route<App>>,
  exchange: Exchange,
): Promise<Answer> {
  if (!exchange.isPreflight) throw new TransportError('METHOD_NOT_ALLOWED', { headers: ['Allow', allow] });
  await limits.note(exchange);
  return crossOrigin.preflight(allow);
}

async function answerBy<App>(
  kernel: RouteKernel<App>,
  route: Route<App>,
  exchange: Exchange,
  sent: SentParams,
): Promise<Answer> {
  const deadline = new Deadline(kernel.deadlineMs);
  const ownPage = isOwnPage(exchange, kernel.publicOrigin);
  const params = readParams(route.params, sent, kernel.ids);
  const call = { exchange, deadline, params, ownPage };
  const answer =
    route.access === 'public'
      ? await answerToVisitor(kernel, route, call, sent)
      : await route.run(kernel.app, await admitCaller(kernel, route, call), call);
  kernel.check?.answer(route, answer);
  return answer;
}

const MAX_USER_AGENT = 200;

/** The name that the program of the caller gives itself: printable ASCII, cut to some length. */
const userAgentOf = ({ request }: Exchange): string =>
  (request.headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, MAX_USER_AGENT);

type PublicRoute<App> = Extract<Route<App>, { access: 'public' }>;
type OwnRoute<App> = Extract<Route<App>, { access: 'signed-in' }>;
/** The facts that admit a caller: the action, and perhaps a limit and a place of its own. */
type Door = Pick<OwnRoute<never>, 'action' | 'limit' | 'locate'>;

async function answerToVisitor<App>(
  kernel: RouteKernel<App>,
  route: PublicRoute<App>,
  call: RouteCall,
  sent: SentParams,
): Promise<Answer> {
  const { exchange, deadline, params } = call;
  const link = linkOf(exchange, route.countedBy, params, sent);
  await deadline.within(() => kernel.limits.charge(exchange, link ?? addressBuckets(exchange.ip)));
  try {
    const userAgent = userAgentOf(exchange);
    return await route.run(kernel.app, { request: { id: exchange.id, ip: exchange.ip }, userAgent }, call);
  } catch (error) {
    // Each guess of a secret has a new bucket, so an unknown secret is charged to the address as well.
    const isNoLink = error instanceof DomainError && error.kind === 'absent';
    if (isNoLink && link !== undefined)
      await deadline.within(() => kernel.limits.charge(exchange, addressBuckets(exchange.ip)));
    throw error;
  }
}

/** The caller, once they are counted and their credential has the scope. */
export async function admitCaller(kernel: DoorKernel, route: Door, call: RouteCall): Promise<SignedIn> {
  const { deadline } = call;
  const ctx = await deadline.within(() => counted(kernel, route, call));
  kernel.authenticator.noteTokenUse(ctx);
  const { action } = route;
  const scope = scopeOf(action);
  if (scope !== null && !grants(ctx.credential.grant, scope))
    await deadline.within(() => kernel.authenticator.refuseScope(ctx, { action, scope }));
  return ctx;
}

/** Identifies the caller. Without a valid token the address is charged, and beyond its limit the answer is 429, not 401. */
async function counted(
  { authenticator, limits }: DoorKernel,
  route: Door,
  { exchange, ownPage, params }: RouteCall,
): Promise<SignedIn> {
  let ctx: SignedIn;
  try {
    const [secret, way] = credentialOf(exchange, ownPage);
    const locator = locatorOf(route.locate, params);
    ctx = await authenticator.identify(secret, locator, { id: exchange.id, ip: exchange.ip }, way);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'unauthenticated')
      await limits.charge(exchange, addressBuckets(exchange.ip));
    throw error;
  }
  const { credential } = ctx;
  exchange.outcome.user = credential.userId;
  const buckets = route.limit === undefined ? tokenBuckets(credential) : specialBuckets(route.limit, credential.userId);
  await limits.charge(exchange, buckets);
  return ctx;
}

type Params = Readonly<Record<string, string>>;
type Locate = Readonly<{ kind: ResourceLocator['kind']; param: string }>;

function locatorOf(locate: Locate | undefined, params: Params): ResourceLocator | undefined {
  const id = locate && params[locate.param];
  return locate === undefined || id === undefined ? undefined : { kind: locate.kind, id };
}

/**
 * The buckets of a public call on a link: link and address together. Undefined for a malformed secret, which would be a
 * new bucket with every call.
 */
function linkOf(
  { ip }: Exchange,
  countedBy: string | undefined,
  params: Params,
  sent: SentParams,
): LimitBuckets | undefined {
  const secret = countedBy === undefined ? undefined : params[countedBy];
  if (countedBy === undefined || secret === undefined || secret !== sent[countedBy]) return undefined;
  return linkBuckets(hash('sha256', secret, 'base64url'), ip);
}
