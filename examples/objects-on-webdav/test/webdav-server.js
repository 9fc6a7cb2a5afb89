import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real server in a folder of its own: `pip install wsgidav cheroot`, or its command in WSGIDAV. */
export class WebDavServer {
  #child;
  #folder;
  url;
  #collections = 0;

  /** @param {import('node:child_process').ChildProcess} child @param {string} folder @param {string} url */
  constructor(child, folder, url) {
    this.#child = child;
    this.#folder = folder;
    this.url = url;
  }

  static async start(command = process.env.WSGIDAV ?? 'wsgidav') {
    const [program = '', ...args] = command.split(' ');
    const folder = await mkdtemp(join(tmpdir(), 'webdav-'));
    const port = await freePort();
    const options = ['--host=127.0.0.1', `--port=${port}`, `--root=${folder}`, '--auth=anonymous', '--no-config'];
    const child = spawn(program, [...args, ...options, '-q'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    await once(child, 'spawn');
    const url = `http://127.0.0.1:${port}/`;
    for (let tries = 0; tries < 400 && child.exitCode === null; tries++) {
      if (
        await fetch(url, { method: 'OPTIONS' }).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        return new WebDavServer(child, folder, url);
      await once(AbortSignal.timeout(25), 'abort');
    }
    child.kill('SIGKILL');
    throw new Error('wsgidav does not answer');
  }

  /** The address of an empty collection. */
  async collection() {
    const name = `c${++this.#collections}`;
    await mkdir(join(this.#folder, name));
    return `${this.url}${name}/`;
  }

  /** Names of all files below, for the harness. */
  async files() {
    return readdir(this.#folder, { recursive: true });
  }

  async stop() {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
    await rm(this.#folder, { recursive: true });
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
