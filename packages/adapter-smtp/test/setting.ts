import type { Email, Instant } from '@strongroom/domain';
import { type Message, Unavailable } from '@strongroom/ports';
import { SmtpMailer, type SmtpServer } from '../src/index.ts';

const FROM = 'rooms@example.com' as Email;

export const mailerTo = (server: SmtpServer, silenceMs?: number): SmtpMailer =>
  new SmtpMailer({ server, from: FROM, silenceMs, clock: { now: () => 1_900_000_000_000 as Instant } });

export const aMessage = (differences: Partial<Message> = {}): Message => ({
  id: '0d4e7a52-6d38-4a86-9c3e-6a1f3a4b5c6d',
  to: 'ada@example.com' as Email,
  subject: 'Your invitation',
  text: 'Hello Ada,\n\nhttps://example.com/activate#token=sri_abc\n',
  ...differences,
});

export type ObservedFailure = Readonly<{ why: string; maybeDone: boolean; error: Unavailable }>;

/** The reason of a failure: names the mail server, but no recipient and no password. */
export async function failureOf(work: Promise<unknown>): Promise<ObservedFailure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Unavailable) || error.dependency !== 'mail') throw new Error(`this came: ${String(error)}`);
  const cause = error.cause as Error & { code: string };
  const text = [error.message, cause.message, cause.stack, JSON.stringify(cause)].join();
  if (/ada@|swordfish|sri_/.test(text)) throw new Error(`this reveals too much: ${text}`);
  return { why: cause.code, maybeDone: error.maybeDone, error };
}
