import { Readable } from 'node:stream';
import { Email } from '@strongroom/domain';
import { type Clock, type Mailer, type Message, Unavailable } from '@strongroom/ports';
import { createTransport, type Transporter } from 'nodemailer';
import { messageIdOf, refuseLineBreaks, subjectHeader } from './header-text.ts';
import { failureOf, hasAnswered } from './smtp-failure.ts';
import type { SmtpServer } from './smtp-server.ts';

/**
 * For the connection, for the greeting, and for every silence after that, in milliseconds; twice that for all of it. A
 * job is leased for fifteen seconds, and a service that is told to stop waits for it less than ten.
 */
const PATIENCE = 4000;

export type SmtpMailerOptions = Readonly<{
  server: SmtpServer;
  /** Address of the sender; its domain is also that of every Message-ID. */
  from: Email;
  clock: Pick<Clock, 'now'>;
  /** Milliseconds for each silence, 4000 by default; twice that for all of it. */
  patience?: number | undefined;
}>;

/**
 * Hands each message to an SMTP server, on a connection of its own. Rejects with Unavailable where the server does not
 * take it, for now or for good: whoever sends tries again, and knows when it is too late. A message that may have been
 * taken although no answer came is sent again under the same Message-ID.
 */
export class SmtpMailer implements Mailer {
  readonly #transport: Transporter;
  readonly #from: Email;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #wholePatience: number;

  /** Nothing is connected to yet. */
  constructor({ server, from, clock, patience = PATIENCE }: SmtpMailerOptions) {
    this.#from = Email.parse(from);
    this.#clock = clock;
    this.#wholePatience = 2 * patience;
    this.#transport = createTransport(connectionOf(server, patience));
  }

  async send(message: Message): Promise<void> {
    refuseLineBreaks(message);
    const from = this.#from;
    let begun = false;
    function* text(): Generator<string> {
      begun = true;
      yield message.text.replaceAll(/\r\n?/g, '\n');
    }
    try {
      await this.#transport.sendMail({
        from,
        to: message.to,
        envelope: { from, to: message.to },
        subject: subjectHeader(message.subject),
        text: Readable.from(text()), // read once the server has let us in
        // Readable in any mail program, and neither dots nor blanks nor long lines are changed on the way.
        encoding: 'quoted-printable',
        date: new Date(this.#clock.now()),
        messageId: messageIdOf(message, from),
        headers: { 'Auto-Submitted': 'auto-generated' },
        xMailer: false,
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.timeout(this.#wholePatience),
      });
    } catch (error) {
      throw new Unavailable('mail', { maybeDone: begun && !hasAnswered(error), cause: failureOf(error) });
    }
  }

  /** Connects, encrypts and signs in as it would for a message. */
  async check(): Promise<void> {
    try {
      await this.#transport.verify();
    } catch (error) {
      throw new Unavailable('mail', { cause: failureOf(error) });
    }
  }
}

const connectionOf = ({ host, port, security, login, authorities }: SmtpServer, patience: number) => ({
  host,
  port,
  secure: security === 'tls',
  requireTLS: security === 'starttls',
  ignoreTLS: security === 'none',
  // A password that the server does not ask for means another server than the one that was meant.
  ...(login && { auth: { user: login.user, pass: login.password }, forceAuth: true }),
  ...(authorities !== undefined && { tls: { ca: authorities } }),
  dnsTimeout: patience,
  connectionTimeout: patience,
  greetingTimeout: patience,
  socketTimeout: patience,
});
