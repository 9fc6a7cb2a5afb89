import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { promisify } from 'node:util';
import type { Environment } from '../support/service-process.ts';
import { withClock } from '../support/wrong-clock.ts';

const SUBJECT = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];

export type Certificate = Readonly<{ cert: string; key: string; pem: string }>;

/** A certificate for this machine which is its own authority, and its key. An expired one is of ten days ago. */
export async function certificateIn(folder: string, state: 'valid' | 'expired'): Promise<Certificate> {
  const [cert, key] = [join(folder, `${state}.pem`), join(folder, `${state}.key`)];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-keyout', key];
  const clock: Environment = state === 'expired' ? withClock('-10d') : {};
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', ...clock };
  await promisify(execFile)('openssl', ['req', '-x509', ...made, ...SUBJECT, '-out', cert], { env });
  return { cert, key, pem: await readFile(cert, 'utf8') };
}

/** TLS in front of a server of this machine, with a certificate that may change, as a proxy of an operator. */
export class TlsFront {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async to(port: number, first: Certificate): Promise<TlsFront> {
    const server = createServer(await partsOf(first)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const front = new TlsFront(server);
    // A caller that does not accept the certificate ends its connection.
    server.on('tlsClientError', () => undefined);
    server.on('secureConnection', (near) => {
      const far = connect(port, '127.0.0.1');
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        front.#sockets.add(one);
        one
          .on('error', () => undefined)
          .on('close', () => {
            front.#sockets.delete(one);
            other.destroy();
          });
        one.pipe(other);
      }
    });
    return front;
  }

  /** Shows another certificate from now on, and ends open connections. */
  async show(certificate: Certificate): Promise<void> {
    this.#server.setSecureContext(await partsOf(certificate));
    for (const socket of this.#sockets) socket.destroy();
  }

  async end(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const partsOf = async ({ cert, key }: Certificate): Promise<Readonly<{ cert: Buffer; key: Buffer }>> => ({
  cert: await readFile(cert),
  key: await readFile(key),
});
