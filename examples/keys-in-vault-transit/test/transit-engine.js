import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * The Transit engine of Vault itself, on memory, behind a small HTTP server: `packages/test-servers/src/transit-engine`, or its path
 * in TRANSIT_ENGINE. Vault's own server is not there: not its policies, which the small server imitates, nor its seal and its log.
 */
export class TransitEngine {
  #child;
  #line;
  url;

  /** @param {import('node:child_process').ChildProcess} child @param {Line} line @param {string} url */
  constructor(child, line, url) {
    this.#child = child;
    this.#line = line;
    this.url = url;
  }

  static async start(program = process.env.TRANSIT_ENGINE ?? 'transit-engine') {
    const child = spawn(program, [], { env: { PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child, 'spawn');
    /** @type {Promise<number>} */
    const ready = new Promise((resolve) => {
      let printed = '';
      child.stdout.on('data', (piece) => {
        printed += String(piece);
        const [, port] = /listening on \S+:(\d+)\n/.exec(printed) ?? [];
        if (port !== undefined) resolve(Number(port));
      });
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the engine has ended with ${code}`);
    });
    ended.catch(() => undefined); // also when it ends later
    const line = new Line(await Promise.race([ready, ended]));
    return new TransitEngine(child, line, await line.open());
  }

  /** Nothing reaches the engine until `join`. */
  cut() {
    this.#line.cut();
  }

  join() {
    this.#line.join();
  }

  async stop() {
    this.#line.close();
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

/** A line to the engine that can be cut: an address that the tests call in its place. */
class Line {
  #isCut = false;
  /** @type {Set<import('node:net').Socket>} */
  #sockets = new Set();
  #server;

  /** @param {number} port */
  constructor(port) {
    this.#server = createServer((socket) => {
      if (this.#isCut) {
        socket.destroy();
        return;
      }
      const further = connect(port, '127.0.0.1');
      for (const one of [socket, further]) {
        this.#sockets.add(one);
        one.on('error', () => undefined);
        one.on('close', () => {
          this.#sockets.delete(one);
          socket.destroy();
          further.destroy();
        });
      }
      socket.pipe(further).pipe(socket);
    });
  }

  async open() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  cut() {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  join() {
    this.#isCut = false;
  }

  close() {
    this.cut();
    this.#server.close();
  }
}
