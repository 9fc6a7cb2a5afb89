import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis, redisAddress } from '../src/redis.js';

/** A real server on a socket in a folder of its own. On Debian: `apt-get install redis-server`. */
export class RedisServer {
  #folder;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
  }

  static async start() {
    const server = new RedisServer(await mkdtemp(join(tmpdir(), 'strongroom-redis-')));
    await server.restart();
    return server;
  }

  get url() {
    return `unix://${join(this.#folder, 'socket')}`;
  }

  /** Starts it, and waits until it answers. It keeps nothing. */
  async restart() {
    const child = spawn('redis-server', ['--port', '0', '--unixsocket', 'socket', '--save', ''], {
      cwd: this.#folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    await once(child, 'spawn');
    const ready = new Promise((resolve) => {
      child.stdout.on('data', (piece) => /ready to accept connections/i.test(String(piece)) && resolve(undefined));
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`redis-server has ended with ${code}`);
    });
    ended.catch(() => undefined); // also when it ends later
    await Promise.race([ready, ended]);
  }

  async empty() {
    await this.#ask('FLUSHALL');
  }

  /** Number of buckets that the adapter stored. */
  async buckets() {
    return Number(await this.#ask('HLEN', 'strongroom:windows'));
  }

  /** The process stays, and answers nothing. */
  freeze() {
    this.#child?.kill('SIGSTOP');
  }

  async kill() {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async stop() {
    await this.kill();
    await rm(this.#folder, { recursive: true });
  }

  /** @param {readonly string[]} words */
  async #ask(...words) {
    const redis = new Redis(redisAddress(this.url));
    try {
      return await redis.send(...words);
    } finally {
      redis.close();
    }
  }
}
