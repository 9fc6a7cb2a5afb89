import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Email } from '@strongroom/domain';
import { type Clock, type Mailer, type Message, Unavailable } from '@strongroom/ports';
import { createTransport, type Transporter } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { messageIdOf, refuseLineBreaks, subjectHeader, unsubscribeHeaders } from './header-text.ts';
import { failureOf, hasAnswered } from './smtp-failure.ts';
import type { SmtpServer } from './smtp-server.ts';

/**
 * Milliseconds for each silence of the server; twice that for the whole message. The lease of a job is 15 seconds, and a
 * stopping service waits less than ten.
 */
const SILENCE_MS = 4000;

export type SmtpMailerOptions = Readonly<{
  server: SmtpServer;
  /** Sender; its domain is also the domain of every Message-ID. */
  from: Email;
  clock: Pick<Clock, 'now'>;
  /** Milliseconds for each silence of the server, 4000 by default; twice that for the whole message. */
  silenceMs?: number | undefined;
}>;

/**
 * Sends each message to an SMTP server on its own connection. Rejects with Unavailable if the server does not accept it,
 * temporarily or permanently; the caller decides for how long to retry. A message that may have been accepted without a
 * reply is sent again with the same Message-ID.
 */
export class SmtpMailer implements Mailer {
  readonly #transport: Transporter;
  readonly #server: ReturnType<typeof connectionOf>;
  readonly #from: Email;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #messageMs: number;

  /** Does not connect yet. */
  constructor({ server, from, clock, silenceMs = SILENCE_MS }: SmtpMailerOptions) {
    this.#from = Email.parse(from);
    this.#clock = clock;
    this.#messageMs = 2 * silenceMs;
    this.#server = connectionOf(server, silenceMs);
    this.#transport = createTransport(this.#server);
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
        text: Readable.from(text()), // read once the server accepts the message
        ...(message.html !== undefined && { html: message.html.replaceAll(/\r\n?/g, '\n') }),
        // No server changes dots, blanks or long lines in this encoding.
        encoding: 'quoted-printable',
        date: new Date(this.#clock.now()),
        messageId: messageIdOf(message, from),
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(message) },
        xMailer: false,
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.timeout(this.#messageMs),
      });
    } catch (error) {
      throw new Unavailable('mail', { maybeDone: begun && !hasAnswered(error), cause: failureOf(error) });
    }
  }

  /** Connects, encrypts and signs in as for a message, and in the same time. */
  async check(): Promise<void> {
    const connection = new SMTPConnection(this.#server);
    try {
      await Promise.race([signIn(connection, this.#server.auth), lateAfter(this.#messageMs)]);
      connection.quit();
    } catch (error) {
      connection.close();
      throw new Unavailable('mail', { cause: failureOf(error) });
    }
  }
}

/** Connects, and signs in where there is a login. */
function signIn(connection: SMTPConnection, auth: Readonly<{ user: string; pass: string }> | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = (error?: Error | null): void => (error ? reject(error) : resolve());
    connection.on('error', reject);
    connection.once('end', () => reject(new Error('the mail server closed the connection')));
    connection.connect((error) => (error || auth === undefined ? ended(error) : connection.login(auth, ended)));
  });
}

/** Rejects after that many milliseconds. A server that sends a byte now and then is never silent. */
async function lateAfter(milliseconds: number): Promise<never> {
  await once(AbortSignal.timeout(milliseconds), 'abort');
  throw Object.assign(new Error('the mail server takes too long'), { code: 'ETIMEDOUT' });
}

const connectionOf = ({ host, port, security, login, authorities }: SmtpServer, silenceMs: number) => ({
  host,
  port,
  secure: security === 'tls',
  requireTLS: security === 'starttls',
  ignoreTLS: security === 'none',
  // A server that does not ask for the password is the wrong server.
  ...(login && { auth: { user: login.user, pass: login.password }, forceAuth: true }),
  ...(authorities !== undefined && { tls: { ca: authorities } }),
  dnsTimeout: silenceMs,
  connectionTimeout: silenceMs,
  greetingTimeout: silenceMs,
  socketTimeout: silenceMs,
});
