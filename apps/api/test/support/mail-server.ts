import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A real mail server of this machine, which asks for a login and keeps nothing. */
export class MailServer {
  /** Password of each mail that it accepted. */
  readonly taken: string[] = [];
  readonly #server: SMTPServer;

  private constructor(accepts: (password: string) => boolean) {
    this.#server = new SMTPServer({
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onAuth: ({ password }, _session, done) =>
        done(
          null,
          typeof password === 'string' && accepts(password) ? { user: password } : { message: 'no such login' },
        ),
      onData: (stream, { user }, done) =>
        stream.resume().on('end', () => {
          this.taken.push(String(user));
          done();
        }),
    });
    // A client that disconnects is not a failure of the test.
    this.#server.on('error', () => undefined);
  }

  /** `accepts`: whether a password is one of a login, asked at each sign-in. */
  static async start(accepts: (password: string) => boolean): Promise<MailServer> {
    const server = new MailServer(accepts);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
