import { StrongroomError } from '../base/error.ts';

/** Answers of a proxy, by their status. */
const OF_PROXY: Readonly<Record<number, string>> = {
  407: 'A proxy between you and the service asks you to sign in (407). Ask the administrator of your network.',
  413: 'A server between you and the service refuses so much at once (413), with a limit that is lower than that of the service. Ask the operator to raise the limit of the proxy.',
  502: 'A proxy answers, but the service behind it does not (502). Try again in a minute; if that does not help, tell the operator.',
  503: 'A proxy answers, but the service behind it does not (503). Try again in a minute; if that does not help, tell the operator.',
  504: 'A proxy answers, but the service behind it took too long (504). Try again in a minute; if that does not help, tell the operator.',
};

/** The sentence where a page was sent in place of an answer: nothing of the page is repeated, which may contain anything. */
const PAGE =
  'Another server answered in place of the service, with a page: perhaps your network asks you to sign in, or blocks the service. Open the address of the service in a browser to see the page, then try again.';

const IS_PAGE = /^\s*(?:<!doctype html|<html|<head|<body)/i;

const REDIRECT =
  'Another server answered in place of the service, with a redirect: perhaps your network asks you to sign in, or blocks the service. Open the address of the service in a browser, then try again.';

/** Neither the service nor a store redirects. Browsers hide the status of a redirect that is not followed. */
export const isRedirect = ({ status, type }: Readonly<{ status: number; type: string }>): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

/** The error for a redirect in place of an answer. It may pass, as when a person signs in to their network. */
export const redirected = (status: number): StrongroomError =>
  new StrongroomError('CONNECTION_LOST', { status, message: REDIRECT });

/** Says which server in between answered, as far as an answer that the service does not send shows it; else undefined. */
export function sentenceInBetween(status: number, text: string): string | undefined {
  return OF_PROXY[status] ?? (IS_PAGE.test(text.slice(0, 1000)) ? PAGE : undefined);
}

/** The error for an object whose store did not say why it is refused. Does not repeat the text. */
export const objectRefused = (
  { status, retryAfter }: Readonly<{ status: number; retryAfter?: number | undefined }>,
  text: string,
): StrongroomError =>
  new StrongroomError('OBJECT_REFUSED', { status, retryAfter, message: sentenceInBetween(status, text) });
