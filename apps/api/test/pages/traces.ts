import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Log } from '@strongroom/ports';

const REQUESTS = 'http.server.request.start';

/** The parts of requests that others can see: addresses and headers as received, and every log line. */
export class Traces {
  readonly log: Log;
  readonly #lines: string[] = [];
  readonly #requests: string[] = [];
  readonly #listener = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage };
    const headers = Object.entries(request.headers).filter(([name]) => name !== 'authorization');
    this.#requests.push(`${request.method} ${request.url}\n${headers.map((pair) => pair.join(': ')).join('\n')}`);
  };

  constructor() {
    const write = (message: string, fields?: object): void => {
      this.#lines.push(`${message} ${JSON.stringify(fields)}`);
    };
    this.log = { info: write, warn: write, error: write };
    diagnostics.subscribe(REQUESTS, this.#listener);
  }

  get requests(): readonly string[] {
    return this.#requests;
  }

  /** Places where a text left a trace. */
  of(text: string): readonly string[] {
    return [...this.#requests, ...this.#lines].filter((line) => line.includes(text));
  }

  stop(): void {
    diagnostics.unsubscribe(REQUESTS, this.#listener);
  }
}
