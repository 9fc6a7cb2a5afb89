import { StrongroomError } from '../base/error.ts';

/** The server that should have answered, in a sentence. */
export type AskedServer = 'the service' | `the key service at ${string}`;

/** Answers of a proxy, by their status. */
const OF_PROXY: Readonly<Record<number, (asked: AskedServer) => string>> = {
  407: (asked) => `A proxy between you and ${asked} asks you to sign in (407). Ask the administrator of your network.`,
  413: (asked) =>
    `A server between you and ${asked} refuses so much at once (413), with a limit that is lower than that of ${asked}. Ask the operator to raise the limit of the proxy.`,
  502: (asked) => `A proxy answers, but ${asked} behind it does not (502). ${LATER}`,
  503: (asked) => `A proxy answers, but ${asked} behind it does not (503). ${LATER}`,
  504: (asked) => `A proxy answers, but ${asked} behind it took too long (504). ${LATER}`,
};

const LATER = 'Try again in a minute; if that does not help, tell the operator.';

const IS_PAGE = /^\s*(?:<!doctype html|<html|<head|<body)/i;

const inPlace = (asked: AskedServer, what: 'page' | 'redirect'): string =>
  `Another server answered in place of ${asked}, with a ${what}: perhaps your network asks you to sign in, or blocks ${asked}. Open its address in a browser, then try again.`;

/** The cause of an error that names a server in between. */
class AnswerInBetween extends Error {}

/** Whether the sentence of an error names a server in between. */
export const isOfOtherServer = ({ cause }: StrongroomError): boolean => cause instanceof AnswerInBetween;

/** Neither the service nor a store redirects. Browsers hide the status of a redirect that is not followed. */
export const isRedirect = ({ status, type }: Readonly<{ status: number; type: string }>): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

/** The error for a redirect in place of an answer. It may pass, as when a person signs in to their network. */
export const redirectError = (status: number, asked: AskedServer = 'the service'): StrongroomError =>
  new StrongroomError('CONNECTION_LOST', {
    status,
    message: inPlace(asked, 'redirect'),
    cause: new AnswerInBetween(`redirect ${status}`),
  });

/**
 * Says which server in between answered, as far as an answer that the service does not send shows it; else undefined. Repeats
 * nothing of the answer, which may contain anything.
 */
export function sentenceInBetween(
  status: number,
  text: string,
  asked: AskedServer = 'the service',
): string | undefined {
  return OF_PROXY[status]?.(asked) ?? (IS_PAGE.test(text.slice(0, 1000)) ? inPlace(asked, 'page') : undefined);
}

/** The error for an answer that does not follow the interface. */
export function unexpectedAnswer(
  about: Readonly<{ status: number; retryAfter?: number | undefined }>,
  text: string,
  asked?: AskedServer,
): StrongroomError {
  const message = sentenceInBetween(about.status, text, asked);
  const cause = message === undefined ? undefined : new AnswerInBetween(`status ${about.status}`);
  return new StrongroomError('UNEXPECTED_ANSWER', { ...about, message, cause });
}

/** The error for an object whose store did not say why it is refused. Does not repeat the text. */
export const objectRefused = (
  { status, retryAfter }: Readonly<{ status: number; retryAfter?: number | undefined }>,
  text: string,
): StrongroomError =>
  new StrongroomError('OBJECT_REFUSED', { status, retryAfter, message: sentenceInBetween(status, text) });
