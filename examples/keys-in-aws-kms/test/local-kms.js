import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * local-kms, a server that speaks the protocol of AWS KMS: `go install github.com/nsmithuk/local-kms@latest`, or its path in
 * LOCAL_KMS. It is not AWS. It cannot show how AWS authenticates the name of the key inside a wrapped key, who may do
 * what, or how long a deletion takes.
 */
export class LocalKms {
  #child;
  #folder;
  url;

  /** @param {import('node:child_process').ChildProcess} child @param {string} folder @param {string} url */
  constructor(child, folder, url) {
    this.#child = child;
    this.#folder = folder;
    this.url = url;
  }

  static async start(program = process.env.LOCAL_KMS ?? 'local-kms') {
    const folder = await mkdtemp(join(tmpdir(), 'local-kms-'));
    const port = await freePort();
    const child = spawn(program, [], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: String(port), KMS_REGION: 'eu-central-1', KMS_DATA_PATH: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await once(child, 'spawn');
    const ready = new Promise((resolve) => {
      for (const output of [child.stdout, child.stderr])
        output.on('data', (piece) => /started on/.test(String(piece)) && resolve(undefined));
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`local-kms has ended with ${code}`);
    });
    ended.catch(() => undefined); // also when it ends later
    await Promise.race([ready, ended]);
    return new LocalKms(child, folder, `http://127.0.0.1:${port}`);
  }

  /** The process stays, and answers nothing. On a busy machine its threads stop a moment after the signal. */
  freeze() {
    this.#child.kill('SIGSTOP');
    const threads = `/proc/${this.#child.pid}/task`;
    if (!existsSync(threads)) return;
    const isStopped = (/** @type {string} */ thread) =>
      /\) [tT] /.test(readFileSync(`${threads}/${thread}/stat`, 'utf8'));
    while (!readdirSync(threads).every(isStopped));
  }

  thaw() {
    this.#child.kill('SIGCONT');
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
