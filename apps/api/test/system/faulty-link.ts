import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Faults of the network, in both directions unless stated. */
export type Fault =
  | Readonly<{ kind: 'none' }>
  /** Stops listening and closes open connections. */
  | Readonly<{ kind: 'refuse' }>
  /** Accepts connections, but passes nothing on. */
  | Readonly<{ kind: 'hang' }>
  /** Connections are reset as soon as something is sent. */
  | Readonly<{ kind: 'reset' }>
  | Readonly<{ kind: 'latency'; milliseconds: number }>
  /** Answers are bytes that mean nothing. */
  | Readonly<{ kind: 'garbage' }>
  /** Cuts answers after this number of bytes, counted from now on. */
  | Readonly<{ kind: 'cut'; bytes: number }>;

/** A network link to a server of this machine, with faults on request. */
export class FaultyLink {
  #to: number;
  readonly #sockets = new Set<Socket>();
  #close: (() => Promise<void>) | undefined;
  #fault: Fault = { kind: 'none' };
  #left = 0;
  port = 0;

  private constructor(to: number) {
    this.#to = to;
  }

  static async to(port: number): Promise<FaultyLink> {
    const link = new FaultyLink(port);
    await link.#listen();
    return link;
  }

  /** Leads new connections to another server, and closes those that are open. */
  async leadTo(port: number): Promise<void> {
    this.#to = port;
    await this.become({ kind: 'refuse' });
    await this.become({ kind: 'none' });
  }

  async become(fault: Fault): Promise<void> {
    this.#fault = fault;
    this.#left = fault.kind === 'cut' ? fault.bytes : 0;
    if (fault.kind === 'refuse') await this.end();
    else if (this.#close === undefined) await this.#listen();
  }

  async end(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await this.#close?.();
    this.#close = undefined;
  }

  async #listen(): Promise<void> {
    const server = createServer((near) => this.#join(near)).listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.#close = async () => {
      server.close();
      await once(server, 'close');
    };
  }

  #join(near: Socket): void {
    const far = connect(this.#to, '127.0.0.1');
    for (const [from, to, isAnswer] of [
      [near, far, false],
      [far, near, true],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      let before = Promise.resolve();
      from.on('data', (piece: Buffer) => {
        before = before.then(() => this.#pass(piece, to, isAnswer)); // in sequence, to keep the order of the pieces
      });
    }
  }

  async #pass(piece: Buffer, to: Socket, isAnswer: boolean): Promise<void> {
    const fault = this.#fault;
    if (fault.kind === 'hang') return;
    if (fault.kind === 'reset') {
      for (const socket of this.#sockets) socket.resetAndDestroy();
      return;
    }
    if (fault.kind === 'latency') await pause(fault.milliseconds / 2);
    if (fault.kind === 'garbage' && isAnswer) {
      if (to.writable) to.end(randomBytes(256));
      return;
    }
    if (fault.kind !== 'cut' || !isAnswer) {
      if (to.writable) to.write(piece);
      return;
    }
    if (to.writable) to.write(piece.subarray(0, this.#left));
    this.#left -= piece.length;
    if (this.#left <= 0) {
      this.#left = fault.bytes;
      to.destroySoon();
    }
  }
}
