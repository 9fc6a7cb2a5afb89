import { createConnection } from 'node:net';
import { readAnswer } from './answers.js';

/** Milliseconds for a command, connecting included. The service gives a request less than five seconds. */
const DEADLINE_MS = 2000;

/**
 * Address of a server without a password. Throws an Error that says what to set.
 *
 * @param {string | undefined} text
 * @returns {import('node:net').NetConnectOpts}
 */
export function redisAddress(text) {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'unix:' && url.pathname !== '') return { path: decodeURIComponent(url.pathname) };
  if (url?.protocol === 'redis:' && url.hostname !== '' && url.password === '')
    return { host: url.hostname, port: Number(url.port || 6379) };
  throw new Error('STRONGROOM_LIMITS_MODULE_URL must be redis://HOST:PORT or unix:///PATH');
}

/** @typedef {{ resolve: (answer: unknown) => void; reject: (error: Error) => void }} Waiting */

/**
 * One connection to Redis. Commands are sent at once and answered in their order. After a failure the next command
 * connects again.
 */
export class Redis {
  #address;
  /** @type {Connection | undefined} */
  #connection;
  #isClosed = false;

  /** @param {import('node:net').NetConnectOpts} address */
  constructor(address) {
    this.#address = address;
  }

  /**
   * The answer to a command: a text, a number, null or a list of these. Rejects without one in time.
   *
   * @param {readonly string[]} words
   */
  async send(...words) {
    if (this.#isClosed) throw new Error('the connection is closed');
    if (this.#connection === undefined || this.#connection.isOver) this.#connection = new Connection(this.#address);
    return this.#connection.send(words);
  }

  close() {
    this.#isClosed = true;
    this.#connection?.end(new Error('the connection is closed'));
  }
}

class Connection {
  isOver = false;
  #socket;
  /** @type {Waiting[]} */
  #waiting = [];
  #received = Buffer.alloc(0);

  /** @param {import('node:net').NetConnectOpts} address */
  constructor(address) {
    this.#socket = createConnection(address);
    this.#socket.on('data', (piece) => this.#receive(Buffer.from(piece)));
    this.#socket.on('error', (error) => this.end(error));
    this.#socket.on('close', () => this.end(new Error('Redis closed the connection')));
  }

  /** @param {readonly string[]} words */
  send(words) {
    const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
    return new Promise((resolve, reject) => {
      // A late answer would belong to another command, so the connection ends with the first that is late.
      const timer = setTimeout(() => this.end(new Error(`no answer within ${DEADLINE_MS} ms`)), DEADLINE_MS);
      this.#waiting.push({
        resolve: (answer) => {
          clearTimeout(timer);
          resolve(answer);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      this.#socket.write(`*${words.length}\r\n${parts.join('')}`);
    });
  }

  /** @param {Error} error */
  end(error) {
    this.isOver = true;
    this.#socket.destroy();
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  /** @param {Buffer} piece */
  #receive(piece) {
    this.#received = Buffer.concat([this.#received, piece]);
    for (;;) {
      const read = readAnswer(this.#received, 0);
      if (read === undefined) return;
      this.#received = this.#received.subarray(read.end);
      const waiting = this.#waiting.shift();
      if (read.value instanceof Error) waiting?.reject(read.value);
      else waiting?.resolve(read.value);
    }
  }
}
