import { Agent, createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../support/caller.ts';
import { eventually, type ServiceProcess } from '../support/service-process.ts';

const CALLERS = 8;

type Restarted = Readonly<{
  /** Ways to the two processes, by name. */
  callers: Readonly<Record<string, Caller>>;
  services: ServiceProcess[];
  /** Starts a process in the place of one that has ended. */
  again: (index: number) => Promise<ServiceProcess>;
  /** Requests a second of each way; as many as callers without a pause make, if it is not given. */
  perSecond?: number;
}>;

type Outcome = Readonly<{ asked: number; failed: readonly string[]; milliseconds: number }>;

/** Restarts one process after the other, while callers of each way read and write without a pause. */
export async function restartUnderLoad({
  callers,
  services,
  again,
  perSecond,
}: Restarted): Promise<Record<string, Outcome>> {
  const over = new AbortController();
  const loads = Object.entries(callers).map(
    async ([name, caller]) => [name, await load(caller, over.signal, perSecond)] as const,
  );
  for (const index of services.keys()) {
    const service = services[index];
    service?.signal('SIGTERM');
    if ((await service?.ended()) !== 0) throw new Error(`a process did not stop in order: ${service?.out}`);
    services[index] = await again(index);
  }
  over.abort();
  return Object.fromEntries(await Promise.all(loads));
}

/** Calls until it is over. A fourth of the requests are writes. */
export async function load(caller: Caller, over: AbortSignal, perSecond?: number): Promise<Outcome> {
  const failed: string[] = [];
  let asked = 0;
  const begun = performance.now();
  const ask = async (index: number, turn: number): Promise<void> => {
    const isWrite = turn % 4 === 0;
    const reply = isWrite
      ? caller.post('/rooms', { name: `room ${index} ${turn}`, classification: 'C2' })
      : caller.get('/me');
    const outcome = await reply.then(
      ({ status, body }) => `${status}${body?.error === undefined ? '' : ` ${body.error.code}`}`,
      (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
    );
    asked++;
    if (outcome !== (isWrite ? '201' : '200')) failed.push(`${isWrite ? 'POST' : 'GET'}: ${outcome}`);
  };
  const withoutPause = async (index: number): Promise<void> => {
    for (let turn = index; !over.aborted; turn++) await ask(index, turn);
  };
  const paced = async (rate: number): Promise<void> => {
    const running: Promise<void>[] = [];
    for (let turn = 0; !over.aborted; turn++) {
      const early = begun + (turn * 1000) / rate - performance.now();
      if (early > 1) await pause(early);
      running.push(ask(0, turn));
    }
    await Promise.all(running);
  };
  if (perSecond !== undefined) await paced(perSecond);
  else await Promise.all(Array.from({ length: CALLERS }, (_, index) => withoutPause(index)));
  return { asked, failed, milliseconds: performance.now() - begun };
}

/** Milliseconds between the questions of the balancer to each process. */
const ASKS_EVERY = 500;

/** A balancer that does nothing but ask each process whether it is ready: it repeats no request. */
export class AskingBalancer {
  readonly #server: Server;
  readonly #ready = new Set<string>();
  readonly #agent = new Agent({ keepAlive: true });
  readonly #timer: NodeJS.Timeout;
  #turn = 0;

  private constructor(origins: readonly string[]) {
    this.#server = createServer((request, response) => {
      const target = [...this.#ready][this.#turn++ % Math.max(1, this.#ready.size)];
      const onError = (error: Error): void => {
        response.writeHead(502, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ error: { code: String(error) } }));
      };
      if (target === undefined) return onError(new Error('no process is ready'));
      const { method = 'GET', headers, url = '/' } = request;
      const passOn = (answer: IncomingMessage): void => {
        const { connection: _, 'keep-alive': __, ...kept } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, kept);
        answer.pipe(response);
      };
      const asked = forward(new URL(url, target), { method, headers, agent: this.#agent }, passOn).on('error', onError);
      request.pipe(asked);
    });
    const ask = (): void => void Promise.all(origins.map((origin) => this.#ask(origin)));
    ask();
    this.#timer = setInterval(ask, ASKS_EVERY);
  }

  static async start(origins: readonly string[], port = 0): Promise<AskingBalancer> {
    const balancer = new AskingBalancer(origins);
    await new Promise<void>((resolve) => balancer.#server.listen(port, '127.0.0.1', resolve));
    await eventually('a process that is ready', async () => balancer.#ready.size === origins.length);
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when it sends requests to a process, and so has noticed that it is ready. */
  takes(origin: string): Promise<unknown> {
    return eventually('the turn of a process', async () => this.#ready.has(origin));
  }

  async #ask(origin: string): Promise<void> {
    const isReady = await fetch(`${origin}/readyz`).then(
      (answer) => answer.arrayBuffer().then(() => answer.ok),
      () => false,
    );
    if (isReady) this.#ready.add(origin);
    else this.#ready.delete(origin);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
