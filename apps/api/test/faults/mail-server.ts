import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export const PASSWORD = 'swordfish';

/** A real mail server, which asks for a login and keeps nothing. */
export class MailServer {
  /** The password that it accepts. */
  accepted = PASSWORD;
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onAuth: ({ username, password }, _session, done) =>
        done(null, password === this.accepted ? { user: username } : { message: 'no' }),
      onData: (stream, _session, done) => stream.resume().on('end', () => done()),
    });
    // A client that goes away is what is tested.
    this.#server.on('error', () => undefined);
  }

  static async start(): Promise<MailServer> {
    const mail = new MailServer();
    await new Promise<void>((resolve) => mail.#server.listen(0, '127.0.0.1', resolve));
    return mail;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }
}
