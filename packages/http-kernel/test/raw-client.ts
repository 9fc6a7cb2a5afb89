import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that sends bytes as they are, and collects what comes back. */
export class RawClient {
  readonly socket: Socket;
  received = '';
  #isClosed = false;
  #heard: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (piece: string) => {
      this.received += piece;
      this.#heard();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#isClosed = true;
      this.#heard();
    });
  }

  static async open(port: number): Promise<RawClient> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  send(text: string): void {
    this.socket.write(text);
  }

  /** Resolves when these words have come. Rejects if the connection ends without them. */
  async until(words: string): Promise<void> {
    while (!this.received.includes(words)) {
      if (this.#isClosed) throw new Error(`the connection ended after: ${this.received}`);
      await new Promise<void>((resolve) => (this.#heard = resolve));
    }
  }

  /** Resolves with all that came when the other side has closed. */
  async closed(): Promise<string> {
    if (!this.#isClosed) await once(this.socket, 'close');
    return this.received;
  }
}

export const get = (path: string, headers: readonly string[] = []): string =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

export const post = (path: string, length: number, body: string): string =>
  [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', `Content-Length: ${length}`, '', body].join(
    '\r\n',
  );
