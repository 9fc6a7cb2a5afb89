import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type RawAnswer = Readonly<{
  status: number;
  /** Lower-case names; all values of a repeated header. */
  headers: ReadonlyMap<string, readonly string[]>;
  text: string;
}>;

/** A bare connection: sends bytes unchanged, and reads answers one by one. */
export class RawConnection {
  readonly socket: Socket;
  #received = Buffer.alloc(0);
  #ended = false;
  #heard: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (piece: Buffer) => {
      this.#received = Buffer.concat([this.#received, piece]);
      this.#heard();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#ended = true;
      this.#heard();
    });
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const connection = new RawConnection(socket);
    await once(socket, 'connect');
    return connection;
  }

  send(bytes: string | Uint8Array): void {
    this.socket.write(bytes);
  }

  /** The next answer. `head`: it has no body whatever its length says. Rejects when the connection ends without one. */
  async answer(options: Readonly<{ head?: boolean }> = {}): Promise<RawAnswer> {
    const end = await this.#until(() => this.#received.indexOf('\r\n\r\n'));
    const [statusLine = '', ...lines] = this.#received.subarray(0, end).toString('latin1').split('\r\n');
    this.#received = this.#received.subarray(end + 4);
    const headers = new Map<string, string[]>();
    for (const line of lines) {
      const cut = line.indexOf(':');
      const name = line.slice(0, cut).toLowerCase();
      headers.set(name, [...(headers.get(name) ?? []), line.slice(cut + 1).trim()]);
    }
    const status = Number(statusLine.split(' ')[1]);
    return { status, headers, text: options.head || status === 204 || status === 100 ? '' : await this.#body(headers) };
  }

  /** Resolves when the other side has closed. */
  async closed(): Promise<void> {
    if (!this.#ended) await once(this.socket, 'close');
  }

  close(): void {
    this.socket.destroy();
  }

  async #body(headers: ReadonlyMap<string, readonly string[]>): Promise<string> {
    const length = headers.get('content-length')?.[0];
    if (length !== undefined) return (await this.#take(Number(length))).toString('utf8');
    if (headers.get('transfer-encoding')?.[0] !== 'chunked') return '';
    const pieces: Buffer[] = [];
    for (;;) {
      const end = await this.#until(() => this.#received.indexOf('\r\n'));
      const size = Number.parseInt((await this.#take(end + 2)).toString('latin1'), 16);
      const piece = await this.#take(size + 2);
      if (size === 0) return Buffer.concat(pieces).toString('utf8');
      pieces.push(piece.subarray(0, size));
    }
  }

  async #take(length: number): Promise<Buffer> {
    await this.#until(() => (this.#received.length >= length ? length : -1));
    const taken = this.#received.subarray(0, length);
    this.#received = this.#received.subarray(length);
    return taken;
  }

  async #until(find: () => number): Promise<number> {
    for (;;) {
      const found = find();
      if (found >= 0) return found;
      if (this.#ended) throw new Error(`the connection ended after: ${this.#received.toString('latin1')}`);
      await new Promise<void>((resolve) => (this.#heard = resolve));
    }
  }
}

/** One request on a connection of its own. */
export async function rawRequest(
  port: number,
  bytes: string | Uint8Array,
  options: Readonly<{ head?: boolean }> = {},
): Promise<RawAnswer> {
  const connection = await RawConnection.open(port);
  try {
    connection.send(bytes);
    return await connection.answer(options);
  } finally {
    connection.close();
  }
}
