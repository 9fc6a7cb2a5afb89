import { hash } from 'node:crypto';
import type { Wish } from '../people/wish.ts';
import { nameOf } from '../people/wish.ts';
import { comparisonCode } from '../tokens/comparison-code.ts';

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1.5rem}';

/** No script, no frame around it, and no form to another site. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
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
  wish: Wish,
  { until, isRoomTrusted }: Readonly<{ until: Date; isRoomTrusted: boolean }>,
): string {
  const fields = { client_jkt: wish.client, challenge: wish.challenge, return: wish.back };
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  const { isPage } = wish;
  return page(
    'Open files?',
    `<p>Open files as the person who signs in next, for <strong>${escaped(nameOf(wish))}</strong>, key <strong>${comparisonCode(wish.client)}</strong>, until ${until.toISOString().slice(11, 16)} UTC.</p>
<p>Go on only if you have just asked for this${isPage ? '' : ', and the command line shows the same key'}.</p>
${isPage && isRoomTrusted ? '<p>In the browser, one authority decides: the service that delivers its pages.</p>\n' : ''}<form method="post" action="/v1/sign-in">
${hidden.join('\n')}
<button>Go on</button>
</form>`,
  );
}

/** Leads to the provider. A redirect would be an answer to the form, and some browsers hold its policy against it. */
export const onwardPage = (address: string): string =>
  page(
    'Sign in',
    `<meta http-equiv="refresh" content="0;url=${escaped(address)}">
<p><a href="${escaped(address)}">Go on to sign in</a></p>`,
  );

export const refusalPage = (sentence: string): string =>
  page('You are not signed in', `<p>${escaped(sentence)}</p>\n<p>You can close this window and begin again.</p>`);

const page = (title: string, content: string): string =>
  `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>${title} – Strongroom keys</title>\n<style>${STYLE}</style>\n<h1>${title}</h1>\n${content}\n</html>\n`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
