import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KEY_ERRORS, KeyRefusal, type RequestId } from '@strongroom/domain';
import { type Log, logError, Unavailable } from '@strongroom/ports';
import { ClientGone } from './client-gone.ts';
import { callerOf, type Gate } from './gate.ts';

// `import … from 'node:http'` would load Node's WebSocket and `fetch` too, 16 MB of memory and 50 ms of each start.
const http = process.getBuiltinModule('node:http');

/** The answer of a route: JSON, or a page with its headers. */
export type Reply =
  | Readonly<{ status: number; body: object }>
  | Readonly<{ status: number; html: string; headers: Readonly<Record<string, string>> }>;

/** `params`: the parts of the path that stand for names such as `:id`. */
export type Call = Readonly<{
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
  /** With parameters as `:name`. */
  path: string;
  /** `open` and `health` answer every host name and origin. `health` charges no address, so that probes are never limited. */
  access: 'checked' | 'open' | 'health';
  handle: (call: Call) => Promise<Reply>;
}>;

type Parts = Readonly<{
  routes: readonly Route[];
  gate: Gate;
  /** Whether people reach the key service by https. */
  isSecure: boolean;
  trustedProxies: number;
  chargeAddress: (address: string) => Promise<void>;
  log: Log;
  newId: () => RequestId;
}>;

const TIMES = { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 };
const STOP_MS = 5000;
/** Browsers come back by https only, for a year (RFC 6797). */
const STRICT_TRANSPORT = { 'Strict-Transport-Security': 'max-age=31536000' };

/** Serves a table of routes in JSON. */
export class KeyServer {
  readonly #parts: Parts;
  readonly #server: Server;
  readonly #fixed: ReadonlyMap<string, readonly Route[]>;

  constructor(parts: Parts) {
    this.#parts = parts;
    const fixed = parts.routes.filter(({ path }) => !path.includes(':'));
    this.#fixed = new Map(fixed.map(({ path }) => [path, fixed.filter((route) => route.path === path)]));
    this.#server = http.createServer(TIMES, (request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        logError(parts.log, 'error', 'an answer could not be sent', error);
        response.destroy();
      });
    });
  }

  /** Rejects if the address is taken or not of this machine. */
  listen(host: string, port: number): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, () => {
        this.#server.off('error', reject);
        const address = this.#server.address();
        if (address === null || typeof address === 'string') reject(new TypeError('not listening on a port'));
        else resolve(address);
      });
    });
  }

  /** Refuses new connections and lets running requests finish. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      const cut = setTimeout(() => this.#server.closeAllConnections(), STOP_MS);
      this.#server.close(() => {
        clearTimeout(cut);
        resolve();
      });
      this.#server.closeIdleConnections();
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = this.#parts.newId();
    const begun = performance.now();
    const answer = await this.#answer(request, id).catch((error: unknown) => this.#refusal(error, id));
    // A client that went away is no fault, and gets no answer.
    if (answer === undefined) {
      response.destroy();
      return;
    }
    // As a text, head and body leave in one write.
    const text = 'html' in answer ? answer.html : JSON.stringify(answer.body);
    response.writeHead(answer.status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': id,
      ...(this.#parts.isSecure ? STRICT_TRANSPORT : {}),
      ...this.#parts.gate.headersFor(request),
      ...answer.headers,
      ...(request.complete ? {} : { Connection: 'close' }),
    });
    response.end(request.method === 'HEAD' || answer.status === 204 ? undefined : text);
    const route = this.#routesAt(pathOf(request))[0];
    this.#parts.log.info('request', {
      request_id: id,
      method: request.method,
      path: route?.path ?? 'unknown',
      status: answer.status,
      milliseconds: Math.round(performance.now() - begun),
    });
  }

  async #answer(
    request: IncomingMessage,
    id: RequestId,
  ): Promise<Reply & { headers?: Readonly<Record<string, string>> }> {
    const { gate, trustedProxies, chargeAddress } = this.#parts;
    const path = pathOf(request);
    const found = this.#routesAt(path);
    const { address: ip, isCaller } = callerOf(request, trustedProxies);
    const access = found[0]?.access ?? 'checked';
    if (access === 'checked') gate.refuseForeign(request);
    if (access !== 'health') await chargeAddress(ip);
    if (found.length === 0) throw new KeyRefusal('NOT_FOUND', 'path');
    if (request.method === 'OPTIONS') return { status: 204, body: {} };
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = found.find((row) => row.method === method);
    if (route === undefined) throw new NotAllowed(allowOf(found));
    return route.handle({
      request,
      id,
      ip,
      caller: isCaller ? ip : null,
      path,
      params: paramsOf(route.path, path) ?? {},
    });
  }

  /** Most paths have no parameter, so they are found without comparing patterns. */
  #routesAt(path: string): readonly Route[] {
    return this.#fixed.get(path) ?? this.#parts.routes.filter((route) => paramsOf(route.path, path) !== undefined);
  }

  /** Undefined for a connection that its client closed. */
  #refusal(error: unknown, id: RequestId): (Reply & { headers: Readonly<Record<string, string>> }) | undefined {
    if (error instanceof ClientGone) return undefined;
    const refusal = this.#refusalOf(error, id);
    return {
      status: KEY_ERRORS[refusal.code].status,
      body: errorBody(refusal, id),
      headers: {
        ...(refusal.retryAfter === undefined ? {} : { 'Retry-After': String(refusal.retryAfter) }),
        ...(error instanceof NotAllowed ? { Allow: error.allow } : {}),
        ...(KEY_ERRORS[refusal.code].status === 401 ? { 'WWW-Authenticate': 'Strongroom-Person' } : {}),
      },
    };
  }

  #refusalOf(error: unknown, id: RequestId): KeyRefusal {
    if (error instanceof KeyRefusal) return error;
    logError(this.#parts.log, 'error', 'a request failed', error, { request_id: id });
    return new KeyRefusal(error instanceof Unavailable ? 'KEY_STORE_UNAVAILABLE' : 'INTERNAL_ERROR', 'fault');
  }
}

/** A method that an address does not take. */
class NotAllowed extends KeyRefusal {
  readonly allow: string;
  constructor(allow: string) {
    super('METHOD_NOT_ALLOWED', 'method');
    this.allow = allow;
  }
}

const allowOf = (routes: readonly Route[]): string =>
  routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');

/** The body of an error. Rows of a batch have no request id; they hold the seconds that a header has otherwise. */
export const errorBody = ({ code, message, retryAfter }: KeyRefusal, id?: RequestId): Readonly<{ error: object }> => ({
  error: {
    code,
    message,
    status: KEY_ERRORS[code].status,
    ...(id === undefined ? {} : { request_id: id }),
    ...(id !== undefined || retryAfter === undefined ? {} : { retry_after: retryAfter }),
  },
});

/** The parameters of a path by the pattern of a route; undefined for another path. */
function paramsOf(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [named, parts] = [pattern.split('/'), path.split('/')];
  if (named.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of named.entries()) {
    const part = parts[index] ?? '';
    if (name.startsWith(':')) params[name.slice(1)] = part;
    else if (name !== part) return undefined;
  }
  return params;
}

const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0] ?? '';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ids are made here
export const newRequestId = (): RequestId => randomUUID() as string as RequestId;
