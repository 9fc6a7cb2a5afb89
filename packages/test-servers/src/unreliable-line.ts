import { once } from 'node:events';
import { Agent, request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** Answers of a server in between that is not the service. */
export const ANSWERS_IN_BETWEEN = {
  /** A proxy with a limit of its own. */
  'too large': { status: 413, body: '<html><h1>413 Request Entity Too Large</h1></html>' },
  /** A proxy whose service does not run. */
  'bad gateway': { status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' },
  unavailable: { status: 503, body: '<html><h1>503 Service Unavailable</h1></html>' },
  'gateway timeout': { status: 504, body: '<html><h1>504 Gateway Time-out</h1></html>' },
  /** A proxy that wants a person to sign in, in place of the answer. */
  'login page': { status: 200, body: '<!doctype html><html><form>Sign in</form></html>' },
  'forbidden page': { status: 403, body: '<html><h1>Blocked by your network</h1></html>' },
  /** A network that wants a person to accept its terms. */
  'captive portal': { status: 302, body: '<html>moved</html>', location: 'http://portal.invalid/terms' },
  /** A server whose answer is neither JSON nor a page. */
  'not JSON': { status: 200, body: 'ok', type: 'text/plain' },
} as const satisfies Record<string, Readonly<{ status: number; body: string; location?: string; type?: string }>>;

export type AnswerInBetween = keyof typeof ANSWERS_IN_BETWEEN;

/** A request that passes, without its body. */
export type Passing = Readonly<{ method: string; path: string; headers: IncomingMessage['headers'] }>;
type IsMeant = (passing: Passing) => boolean;

type Trouble = Readonly<{ isMeant: IsMeant; left: number }> &
  (Readonly<{ answer: AnswerInBetween }> | Readonly<{ cutAfter: number; of: 'request' | 'answer'; isClosed?: true }>);

/**
 * A line between a client and a service, on loopback, that is slow, is cut, is offline for a while, or where a server in
 * between answers.
 */
export class UnreliableLine {
  readonly url: string;
  /** Bytes of bodies per second, both ways together; 16 000 are 128 kbit/s. Undefined: as fast as can be. */
  bytesPerSecond: number | undefined;
  /** Requests that reached the service, in their order. */
  readonly passed: Passing[] = [];
  /** Bytes of the bodies of requests that passed, also of those that were cut. */
  requestBytes = 0;
  /** Connections that were refused or broken because the line was offline. */
  refused = 0;
  readonly #server: Server;
  readonly #origin: () => string;
  readonly #agent = new Agent({ keepAlive: false });
  readonly #sockets = new Set<Socket>();
  readonly #watchers = new Set<() => void>();
  #troubles: Trouble[] = [];
  #isOffline = false;
  /** Aborted when the line goes offline. */
  #online = new AbortController();
  /** When the line has sent all that was given to it, in milliseconds of `performance.now`. */
  #freeAt = 0;

  private constructor(server: Server, origin: () => string) {
    this.#server = server;
    this.#origin = origin;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', (socket) => {
      if (this.#isOffline) {
        this.#refuse(socket);
        return;
      }
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      socket.on('error', () => undefined);
    });
    const listener = (request: IncomingMessage, response: ServerResponse): void => {
      const { socket } = request;
      this.#pass(request, response, socket).catch(() => socket.resetAndDestroy());
    };
    server.on('request', listener).on('checkExpectation', listener);
  }

  /** Reads `origin`, the address of the service, for each request. */
  static async to(origin: () => string): Promise<UnreliableLine> {
    const server = createServer({ requestTimeout: 0 }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new UnreliableLine(server, origin);
  }

  /** Breaks all connections, and refuses others until the line is online again. */
  goOffline(): void {
    this.#isOffline = true;
    this.#online.abort();
    for (const socket of this.#sockets) this.#refuse(socket);
  }

  goOnline(): void {
    this.#isOffline = false;
    this.#online = new AbortController();
    this.#freeAt = 0;
  }

  /** Answers the next `times` such requests in place of the service. */
  answer(answer: AnswerInBetween, isMeant: IsMeant = () => true, times = 1): void {
    this.#troubles.push({ answer, isMeant, left: times });
  }

  /** Breaks the connections of the next `times` such requests in the middle of a body. */
  cut(of: 'request' | 'answer', afterBytes: number, isMeant: IsMeant = () => true, times = 1): void {
    this.#troubles.push({ of, cutAfter: afterBytes, isMeant, left: times });
  }

  /** Closes the connection of the next such request in the middle of the answer. These bytes arrive; a cut may lose them. */
  close(afterBytes: number, isMeant: IsMeant = () => true): void {
    this.#troubles.push({ of: 'answer', cutAfter: afterBytes, isClosed: true, isMeant, left: 1 });
  }

  /** Takes back answers and cuts that nothing has met yet. */
  mend(): void {
    this.#troubles = [];
  }

  /** Resolves as soon as the condition holds, which is checked at each event of the line. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo())
      await new Promise<void>((resolve) => {
        const seen = (): void => {
          this.#watchers.delete(seen);
          resolve();
        };
        this.#watchers.add(seen);
      });
  }

  async end(): Promise<void> {
    this.#online.abort();
    this.#agent.destroy();
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #refuse(socket: Socket): void {
    this.refused++;
    socket.on('error', () => undefined).resetAndDestroy();
    this.#happened();
  }

  #happened(): void {
    for (const seen of this.#watchers) seen();
  }

  #troubleFor(passing: Passing): Trouble | undefined {
    const trouble = this.#troubles.find(({ isMeant }) => isMeant(passing));
    if (trouble === undefined) return undefined;
    this.#troubles = this.#troubles.flatMap((one) =>
      one !== trouble ? [one] : one.left > 1 ? [{ ...one, left: one.left - 1 }] : [],
    );
    return trouble;
  }

  async #pass(request: IncomingMessage, response: ServerResponse, socket: Socket): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request;
    const passing = { method, path, headers };
    const trouble = this.#troubleFor(passing);
    if (trouble !== undefined && 'answer' in trouble) {
      answerInBetween(response, trouble.answer);
      request.resume();
      this.#happened();
      return;
    }
    if (headers.expect !== undefined) response.writeContinue();
    const { hostname, port } = new URL(this.#origin());
    const onward = ask({ agent: this.#agent, hostname, port, method, path, headers, setHost: false });
    this.passed.push(passing);
    this.#happened();
    response.once('close', () => response.writableFinished || onward.destroy());
    const answered = once(onward, 'response') as Promise<[IncomingMessage]>;
    answered.catch(() => undefined);
    const cut = (of: 'request' | 'answer') =>
      trouble !== undefined && 'of' in trouble && trouble.of === of ? trouble.cutAfter : Number.POSITIVE_INFINITY;
    // A service may answer before it has read the body.
    const sending = this.#carry(request, onward, cut('request'), (bytes) => {
      this.requestBytes += bytes;
    });
    sending.catch(() => socket.resetAndDestroy());
    const [answer] = await answered;
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    response.flushHeaders();
    const carrying = this.#carry(answer, response, cut('answer'));
    if (trouble !== undefined && 'isClosed' in trouble) await carrying.catch(() => socket.destroySoon());
    else await carrying;
  }

  /** Carries a body at the pace of the line. Throws after that number of bytes. */
  async #carry(
    from: Readable,
    to: Writable,
    cutAfter: number,
    onCarried: (bytes: number) => void = () => undefined,
  ): Promise<void> {
    let carried = 0;
    for await (const piece of from as AsyncIterable<Buffer>) {
      const some = piece.subarray(0, Math.max(0, cutAfter - carried));
      await this.#turn(some.length);
      if (!to.write(some)) await writable(to);
      carried += some.length;
      onCarried(some.length);
      this.#happened();
      if (carried >= cutAfter) throw new Error('the line was cut here');
    }
    to.end();
  }

  async #turn(bytes: number): Promise<void> {
    const { signal } = this.#online;
    signal.throwIfAborted();
    if (this.bytesPerSecond === undefined) return;
    this.#freeAt = Math.max(performance.now(), this.#freeAt) + (bytes / this.bytesPerSecond) * 1000;
    await pause(Math.max(0, this.#freeAt - performance.now()), undefined, { signal });
  }
}

/** Resolves when a stream takes more, or is closed. */
async function writable(to: Writable): Promise<void> {
  const other = new AbortController();
  const { signal } = other;
  await Promise.race([once(to, 'drain', { signal }), once(to, 'close', { signal })]).finally(() => other.abort());
}

function answerInBetween(response: ServerResponse, name: AnswerInBetween): void {
  const answer: Readonly<{ status: number; body: string; location?: string; type?: string }> = ANSWERS_IN_BETWEEN[name];
  response.writeHead(answer.status, {
    'Content-Type': answer.type ?? 'text/html',
    'Content-Length': answer.body.length,
    ...(answer.location === undefined ? {} : { Location: answer.location }),
    Connection: 'close',
  });
  response.end(answer.body);
}
