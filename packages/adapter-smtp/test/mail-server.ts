import { once } from 'node:events';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { type DeliveredEmail, readEmail } from '@strongroom/contract-tests';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { SmtpServer } from '../src/index.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate.ts';

/** Message that a server accepted, and its delivery. */
type Taken = DeliveredEmail &
  Readonly<{ from: string; recipient: string; encrypted: boolean; user: unknown; raw: string }>;

export type MailServer = Readonly<{
  port: number;
  taken: readonly Taken[];
  /** Number of connections so far. */
  connections: () => number;
  stop: () => Promise<void>;
}>;

/** A real mail server on this machine that keeps the accepted messages. */
export async function aMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const taken: Taken[] = [];
  let connections = 0;
  const server = new SMTPServer({
    key: CERTIFICATE_KEY,
    cert: CERTIFICATE,
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections++;
      done();
    },
    onData: (stream, { envelope, secure, user }, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const raw = Buffer.concat(pieces);
        taken.push({
          ...readEmail(raw),
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          recipient: envelope.rcptTo.map(({ address }) => address).join(),
          encrypted: secure,
          user,
          raw: raw.toString('latin1'),
        });
        done();
      });
    },
    ...options,
  });
  // A client that rejects the certificate, or disconnects, is not a failure of the test.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: portOf(server.server),
    taken,
    connections: () => connections,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

const portOf = (server: NetServer): number => (server.address() as AddressInfo).port;

/** Settings for a server of a test, unencrypted by default. */
export const serverAt = ({ port }: Pick<MailServer, 'port'>, differences: Partial<SmtpServer> = {}): SmtpServer => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  ...differences,
});

export const listenOnFreePort = async (server: NetServer): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
};
