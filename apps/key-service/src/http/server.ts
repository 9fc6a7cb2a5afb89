import type { RequestId } from '@strongroom/domain';
import {
  type Answer,
  ClientAddress,
  type Exchange,
  type HttpObserver,
  HttpServer,
  type IncomingMessage,
  Refusals,
  Router,
  sendAnswer,
  TransportError,
  transportHeaders,
} from '@strongroom/http-kernel';
import type { Ids, Log } from '@strongroom/ports';
import type { Gate } from './gate.ts';
import { refusalOf } from './refusal-of.ts';

/** The answer of a route: JSON, a page with its headers, or an answer as the kernel sends it. */
export type RouteReply =
  | Answer
  | Readonly<{ status: number; body: object }>
  | Readonly<{ status: number; html: string; headers: Readonly<Record<string, string>> }>;

/** `params`: the parts of the path that stand for names such as `:id`. */
export type RouteCall = Readonly<{
  request: IncomingMessage;
  id: RequestId;
  /** The last address that is certain. */
  ip: string;
  /** The address of the caller; null where the trusted proxies do not say it. */
  caller: string | null;
  path: string;
  params: Readonly<Record<string, string>>;
}>;

/** One row of the table of routes. */
export type Route = Readonly<{
  method: 'GET' | 'POST' | 'DELETE';
  /** Path with parameters as `:name`. */
  path: string;
  /** `open` and `health` answer every host name and origin. `health` charges no address, so that probes are never limited. */
  access: 'checked' | 'open' | 'health';
  handle: (call: RouteCall) => Promise<RouteReply>;
}>;

type Parts = Readonly<{
  routes: readonly Route[];
  gate: Gate;
  /** The address under which people reach the key service. */
  url: string;
  trustedProxies: number;
  /** Throws KeyRefusal. */
  chargeAddress: (address: string) => Promise<void>;
  /** Counts and times requests. */
  observer?: HttpObserver | undefined;
  log: Log;
  ids: Pick<Ids, 'uuid'>;
}>;

/** Time for running requests to finish when the server stops. */
const STOP_MS = 5000;

/** The server of the key service: a table of routes on the HTTP kernel. */
export function keyServer({ gate, log, ids, url, trustedProxies, observer, ...parts }: Parts): HttpServer {
  const router = new Router(parts.routes);
  const refusals = new Refusals({
    refusalOf,
    charge: ({ ip }) => parts.chargeAddress(ip).catch(() => undefined),
    log,
  });
  const handler = async (exchange: Exchange): Promise<void> => {
    try {
      await sendAnswer(exchange, await answerTo(exchange));
    } catch (error) {
      await refusals.answer(exchange, error);
    }
  };
  /** Order of checks: origin and host, rate of the address, 404, 405. */
  const answerTo = async (exchange: Exchange): Promise<Answer> => {
    const { request, outcome, path, id, ip, isCaller } = exchange;
    const place = router.find(path);
    outcome.pattern = place?.path ?? 'none';
    const access = accessOf(place?.routes);
    if (access === 'checked') gate.refuseForeign(request);
    // Refused requests of these addresses are not charged either.
    outcome.isCharged = true;
    if (access !== 'health') await parts.chargeAddress(ip);
    if (place === undefined) throw new TransportError('ROUTE_NOT_FOUND');
    if (exchange.isPreflight) return gate.crossOrigin.preflight(place.allow);
    const route = place.routes.get(request.method ?? '');
    if (route === undefined) throw new TransportError('METHOD_NOT_ALLOWED', { headers: ['Allow', place.allow] });
    return answerOf(await route.handle({ request, id, ip, caller: isCaller ? ip : null, path, params: place.params }));
  };
  return new HttpServer(
    {
      handler,
      refusals,
      isCounted: () => true,
      ids,
      log,
      addresses: new ClientAddress(trustedProxies),
      crossOrigin: gate.crossOrigin,
      transport: transportHeaders(url),
      ...observer,
    },
    { stopMs: STOP_MS },
  );
}

const accessOf = (routes: ReadonlyMap<string, Route> | undefined): Route['access'] =>
  [...(routes?.values() ?? [])][0]?.access ?? 'checked';

function answerOf(reply: RouteReply): Answer {
  if ('content' in reply) return reply;
  if ('body' in reply)
    return { status: reply.status, headers: [], content: { kind: 'document', text: JSON.stringify(reply.body) } };
  const { 'Content-Type': type = 'text/html; charset=utf-8', ...headers } = reply.headers;
  return {
    status: reply.status,
    headers: Object.entries(headers).flat(),
    content: { kind: 'bytes', type, bytes: Buffer.from(reply.html) },
  };
}
