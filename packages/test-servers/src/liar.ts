import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** The ways in which a party outside of the service fails. */
export const FAULTS = ['down', 'silent', 'slow', 'endless', 'garbage', 'hostile'] as const;
export type Fault = (typeof FAULTS)[number];

/** A sentence that must not reach a log, an error or a terminal: a secret, a second line, and codes that clear a screen. */
export const SENTENCE = 'hunter2\r\nX-Forged: bank.example\u001B[2J\u202E';
/** Parts of the hostile answer that a test looks for. */
export const TELLTALES: readonly string[] = ['hunter2', 'X-Forged', 'bank.example', '\u001B', '\u202E'];

/** The first bytes of an answer, and a whole answer with the sentence in every place that has room for it. */
export type LiarProtocol = Readonly<{ opening: string; hostile: string }>;

const answerOf = (status: string, type: string, body: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nX-Sentence: hunter2\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const asJson = JSON.stringify({ error: SENTENCE, code: SENTENCE, error_description: SENTENCE, data: { key: 1 } });
const inXml = SENTENCE.replaceAll('\u001B', '');
const asXml = `<?xml version="1.0"?><Error><Code>${inXml}</Code><Message>${inXml}</Message></Error>`;
const OPENING = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{';

export const LIAR_PROTOCOLS = {
  json: { opening: OPENING, hostile: answerOf('500 hunter2', 'application/json', asJson) },
  refusal: { opening: OPENING, hostile: answerOf('403 hunter2', 'application/json', asJson) },
  text: { opening: OPENING, hostile: answerOf('200 hunter2', 'text/plain', SENTENCE) },
  xml: { opening: OPENING.replace('json', 'xml'), hostile: answerOf('400 hunter2', 'application/xml', asXml) },
  smtpGreeted: {
    opening: '220 hello\r\n250-hello ',
    hostile: `220 hello\r\n554 5.7.1 ${SENTENCE.replaceAll(/[\r\n]+/g, ' ')}\r\n`,
  },
  smtp: { opening: '220-hello ', hostile: `554 5.7.1 ${SENTENCE.replaceAll(/[\r\n]+/g, ' ')}\r\n` },
} as const satisfies Readonly<Record<string, LiarProtocol>>;

const PIECE = Buffer.alloc(65_536, ' ');
/** Bytes after which an endless answer falls silent, so that a test of it does not take all memory. */
const ENOUGH = 67_108_864;
/** Milliseconds between two bytes of a slow answer. */
const BETWEEN = 20;

/** A server on this machine that answers as its fault says, in one protocol. */
export class FaultyServer {
  readonly port: number;
  /** Connections so far. */
  connections = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #sent = 0;

  private constructor(server: Server, fault: Fault, { opening, hostile }: LiarProtocol) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    const speaksFirst = opening.startsWith('220');
    server.on('connection', (socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
      if (fault === 'down') socket.destroy();
      else if (speaksFirst) this.#answer(socket, fault, { opening, hostile });
      socket.once('data', () => {
        if (!speaksFirst) this.#answer(socket, fault, { opening, hostile });
      });
    });
  }

  static async start(fault: Fault, tongue: LiarProtocol): Promise<FaultyServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FaultyServer(server, fault, tongue);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Bytes of endless answers that the operating system has taken from the server. */
  get sent(): number {
    return this.#sent;
  }

  #answer(socket: Socket, fault: Fault, { opening, hostile }: LiarProtocol): void {
    if (fault === 'hostile') socket.end(hostile);
    else if (fault === 'garbage') socket.end(randomBytes(4096));
    else if (fault === 'slow') {
      socket.write(opening);
      const timer = setInterval(() => socket.write(' '), BETWEEN);
      socket.on('close', () => clearInterval(timer));
    } else if (fault === 'endless') {
      socket.write(opening);
      const more = (): void => {
        if (socket.destroyed || this.#sent >= ENOUGH) return;
        this.#sent += PIECE.length;
        if (socket.write(PIECE)) setImmediate(more);
        else socket.once('drain', more);
      };
      more();
    }
  }

  async end(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
