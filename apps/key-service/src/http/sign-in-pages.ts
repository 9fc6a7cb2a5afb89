import { hash } from 'node:crypto';
import { PAGE_ICON, PAGE_ICON_POLICY } from '@strongroom/http-kernel';
import type { PendingSignIn } from '../people/device-sign-ins.ts';
import type { SignInRequest } from '../people/wish.ts';
import { proofHolderOf } from '../people/wish.ts';
import { comparisonCode } from '../tokens/comparison-code.ts';
import { PAGE_STYLE } from './page-style.ts';

/** No script, no frame around it, and no form to another site. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', PAGE_STYLE, 'base64')}'`,
  PAGE_ICON_POLICY,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page. A form sends its origin only where the policy lets the browser name it. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** Asks the person before the provider is asked: a sign-in there may need no further click. */
export function questionPage(
  wish: SignInRequest,
  { until, isRoomTrusted }: Readonly<{ until: Date; isRoomTrusted: boolean }>,
): string {
  const fields = {
    client_jkt: wish.client,
    challenge: wish.challenge,
    return: wish.back,
    ...(wish.acrValues === undefined ? {} : { acr_values: wish.acrValues }),
  };
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  const { isPage } = wish;
  return page(
    'Open files?',
    `<p>Open files as the person who signs in next, for <strong>${escaped(proofHolderOf(wish))}</strong>, key <strong>${comparisonCode(wish.client)}</strong>, until ${until.toISOString().slice(11, 16)} UTC.</p>
<p>Go on only if you have just asked for this${isPage ? '' : ', and the command line shows the same key'}.</p>
${isPage && isRoomTrusted ? '<p>In the browser, one authority decides: the service that delivers its pages.</p>\n' : ''}<form method="post" action="/v1/sign-in">
${hidden.join('\n')}
<button>Go on</button>
</form>`,
  );
}

/** Asks for the code of a program. People type it, because a link that holds the code would let them permit a program with one click. */
export const codePage = (): string =>
  page(
    'Sign in another computer',
    `<p>A program on a computer without a browser shows a code. Type it only if you started that program yourself.</p>
<form method="post" action="/device">
<p><label for="code">Code</label><br>
<input id="code" name="user_code" required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="32"></p>
<button>Continue</button>
</form>`,
  );

/** Names the program that asks, before the provider is asked. */
export function deviceQuestionPage(
  { client, name, ip }: PendingSignIn,
  { code, until }: Readonly<{ code: string; until: Date }>,
): string {
  const form = (action: string, label: string): string =>
    `<form method="post" action="/device/${action}">
<input type="hidden" name="user_code" value="${escaped(code)}">
<button>${label}</button>
</form>`;
  return page(
    'Open files?',
    `<p>A computer asks to open files as the person who signs in next.</p>
<dl>
<dt>It calls itself</dt><dd>${escaped(name)}</dd>
<dt>Address</dt><dd>${escaped(ip)}</dd>
<dt>Key</dt><dd>${comparisonCode(client)}</dd>
<dt>Until</dt><dd>${until.toISOString().slice(11, 16)} UTC</dd>
</dl>
<p>Go on only if you have just asked for this on that computer, and its command line shows the same key. If another person sent you the code, refuse: they would open files as you.</p>
${form('go-on', 'Go on')}
${form('refuse', 'Refuse')}`,
  );
}

export const answeredPage = (isAllowed: boolean): string =>
  isAllowed
    ? page('You are signed in', '<p>You can close this window and go back to the terminal.</p>')
    : page('Refused', '<p>That computer did not get in. If you did not start this, tell your administrator.</p>');

/** Leads to the provider by a page: some browsers apply the form policy of the page (CSP) to a redirect, and refuse it. */
export const onwardPage = (address: string): string =>
  page(
    'Sign in',
    `<meta http-equiv="refresh" content="0;url=${escaped(address)}">
<p><a href="${escaped(address)}">Go on to sign in</a></p>`,
  );

export const refusalPage = (sentence: string): string =>
  page('You are not signed in', `<p>${escaped(sentence)}</p>\n<p>You can close this window and begin again.</p>`);

const page = (title: string, content: string): string =>
  `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width,initial-scale=1">\n${PAGE_ICON}\n<title>${title} – Strongroom keys</title>\n<style>${PAGE_STYLE}</style>\n<header>Strongroom keys</header>\n<main>\n<h1>${title}</h1>\n${content}\n</main>\n</html>\n`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
