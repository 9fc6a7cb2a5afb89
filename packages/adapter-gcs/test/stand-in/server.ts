import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Refused, StandInBucket } from './bucket.ts';
import { answerJson } from './json-api.ts';
import { answerMachine } from './machine.ts';
import { type Keys, parseQuery } from './signature.ts';
import { answerXml } from './xml-api.ts';

/**
 * Fault in place of an answer of the JSON API or of IAM: a status, a reset connection before or after the
 * work, an answer that is cut, never ends or drips byte by byte, or silence.
 */
export type Fault =
  | number
  | 'reset'
  | 'done-then-reset'
  | 'done-then-cut'
  | 'endless'
  | 'dripping'
  | 'hang'
  | Readonly<{ answer: string }>;

export type StandInOptions = Readonly<{ bucket: string; keys: Keys; now?: () => number; rangeInQuery?: boolean }>;

/** A Cloud Storage on this machine that verifies as much as the real one, for tests. */
export class StandIn {
  readonly bucket: StandInBucket;
  /** Faults, each for the next call of the JSON API or of IAM with that method, in order. */
  readonly faults: Readonly<Record<'GET' | 'POST' | 'DELETE', Fault[]>> = { GET: [], POST: [], DELETE: [] };
  /** Every such call, in order: method and path. */
  readonly asked: string[] = [];
  readonly #options: StandInOptions;
  readonly #underWay = new Set<Promise<void>>();
  /** Called when a rewrite needs another call. */
  between: () => Promise<unknown> = async () => {};
  /** Bytes of answers that never end. */
  sentWithoutEnd = 0;
  /** Whether the bucket exists. */
  #isThere = true;
  #arrived: (count: number) => void = () => {};
  readonly #server = createServer((request, response) => {
    const handled = this.#handle(request, response).finally(() => this.#underWay.delete(handled));
    this.#underWay.add(handled);
  });

  private constructor(options: StandInOptions) {
    this.#options = options;
    this.bucket = new StandInBucket(options.bucket);
  }

  static async open(options: StandInOptions): Promise<StandIn> {
    const standIn = new StandIn(options);
    standIn.#server.listen(0, '127.0.0.1');
    await once(standIn.#server, 'listening');
    return standIn;
  }

  /** Deletes the bucket, with whatever is in it. */
  removeBucket(): void {
    this.#isThere = false;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts a PUT, breaks the connection once these bytes have arrived, and resolves when the server has handled it. */
  async breakOff(url: string, bytes: Uint8Array, length: number | undefined): Promise<void> {
    let arrived = 0;
    const whole = new Promise<void>((resolve) => {
      this.#arrived = (count) => {
        arrived += count;
        if (arrived >= bytes.length) resolve();
      };
    });
    const request = httpRequest(url, {
      method: 'PUT',
      headers: length === undefined ? {} : { 'content-length': length },
    });
    request.on('error', () => {}); // it is cut below
    request.write(bytes);
    await whole;
    request.destroy();
    await Promise.all(this.#underWay);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isJson = /^\/(storage|v1|computeMetadata)\//.test(request.url ?? '');
    try {
      await (isJson ? this.#answerJson(request, response) : this.#answerXml(request, response));
    } catch (error) {
      // A closed connection gets no answer. Any error but a refusal is a bug of the stand-in.
      const refused = error instanceof Refused ? error : new Refused(500, 'internal', String(error));
      if (!response.headersSent) respond(response, refused, isJson);
      request.resume();
    }
  }

  #faultOf(method: string): Fault | undefined {
    return method === 'GET' || method === 'POST' || method === 'DELETE' ? this.faults[method].shift() : undefined;
  }

  /** Resolves when the client has closed the connection. */
  async #answerWithoutEnd(response: ServerResponse, fault: 'endless' | 'dripping'): Promise<void> {
    const piece = Buffer.alloc(fault === 'endless' ? 65_536 : 1, ' ');
    const closed = once(response, 'close').then(() => undefined);
    response.writeHead(200, { 'content-type': 'application/json' });
    while (!response.destroyed) {
      this.sentWithoutEnd += piece.length;
      const hasRoom = response.write(piece);
      await (hasRoom ? pause(fault === 'endless' ? 0 : 20) : Promise.race([once(response, 'drain'), closed]));
    }
  }

  /** Resolves once no answer is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #answerXml(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { keys, now = Date.now, rangeInQuery = true } = this.#options;
    const arrived = (count: number): void => this.#arrived(count);
    return answerXml(request, response, { bucket: this.bucket, keys, now: () => now() / 1000, rangeInQuery, arrived });
  }

  async #answerJson(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const [path = ''] = url.split('?', 1);
    this.asked.push(`${method} ${path}`);
    const body = await textOf(request);
    const fault = this.#faultOf(method);
    if (fault === 'hang') return;
    if (fault === 'endless' || fault === 'dripping') return this.#answerWithoutEnd(response, fault);
    if (fault === 'reset') return void request.socket.resetAndDestroy();
    if (typeof fault === 'number') throw new Refused(fault, 'fault', 'A fault that was asked for.');
    if (typeof fault === 'object') return void response.writeHead(200).end(fault.answer);
    if (!this.#isThere) throw new Refused(404, 'notFound', 'The specified bucket does not exist.');
    const authorization = request.headers.authorization ?? '';
    const query = parseQuery(url.slice(path.length + 1)) ?? new Map<string, string>();
    const { status, body: answer } = path.startsWith('/storage/v1')
      ? answerJson(
          { method, path: path.slice('/storage/v1'.length), query, authorization, body },
          this.bucket,
          this.#options.keys,
        )
      : answerMachine(path, authorization, body, this.#options.keys);
    if (typeof answer === 'object' && answer !== null && 'rewriteToken' in answer) await this.between();
    if (fault === 'done-then-reset') return void request.socket.resetAndDestroy();
    const text = answer === undefined ? '' : typeof answer === 'string' ? answer : JSON.stringify(answer);
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': text.length,
      'metadata-flavor': 'Google',
    });
    if (fault !== 'done-then-cut') return void response.end(text);
    response.write(text.slice(0, 3));
    request.socket.end();
  }
}

function respond(response: ServerResponse, { status, reason, message }: Refused, isJson: boolean): void {
  const errors = [{ domain: 'global', reason, message }];
  const json = JSON.stringify({ error: { code: status, message, errors } });
  const xml = `<?xml version='1.0' encoding='UTF-8'?><Error><Code>${reason}</Code><Message>${message}</Message></Error>`;
  response
    .writeHead(status, { 'content-type': isJson ? 'application/json' : 'application/xml' })
    .end(isJson ? json : xml);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
