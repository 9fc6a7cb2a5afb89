import { createHash } from 'node:crypto';
import type { SignInQuestion } from '@strongroom/application';
import { Email } from '@strongroom/domain';
import { PAGE_ICON, PAGE_ICON_POLICY } from '@strongroom/http-kernel';

/** The look of the web application, for pages of a few sentences. They load nothing, so each contains it. */
const STYLE = `
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{font:1rem/1.55 system-ui,sans-serif;margin:0;padding:10vh 1rem 2rem;background:light-dark(#f7f8fa,#0e1013);color:light-dark(#16191d,#eceef1)}
main{max-width:30rem;margin:0 auto;padding:1.75rem;border:1px solid light-dark(#e3e6ea,#2a2e37);border-radius:10px;background:light-dark(#fff,#1b1e24)}
h1{margin:0 0 1rem;font-size:1.25rem;line-height:1.3}
p,dl{margin:0 0 1rem;overflow-wrap:anywhere}
dt{color:light-dark(#565e69,#a4acb8)}
dd{margin:0 0 .5rem;font-weight:600;overflow-wrap:anywhere}
a{color:light-dark(#3350c8,#8ea4ff)}
button{font:inherit;min-height:2.75rem;width:100%;margin:0 0 1rem;border:0;border-radius:6px;background:light-dark(#3b5bdb,#4263eb);color:#fff;cursor:pointer}
:focus-visible{outline:2px solid light-dark(#3350c8,#8ea4ff);outline-offset:2px}
`;

/** No script, no frame around it, and no form to another site. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  PAGE_ICON_POLICY,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page, in pairs. A form sends its origin only where the policy lets the browser name it. */
export const PAGE_HEADERS: readonly string[] = [
  'Content-Security-Policy',
  POLICY,
  'Referrer-Policy',
  'same-origin',
  'X-Frame-Options',
  'DENY',
  'Cross-Origin-Opener-Policy',
  'same-origin',
];

type SignInRequest = Readonly<{
  asks: SignInQuestion['asks'];
  /** Marks the sign-in that the page belongs to. */
  state: string;
  /** Port of the program that gets the session; undefined when an account is linked. */
  port: number | undefined;
}>;

/** Asks the person whether the account is theirs, by its address and that of the provider. */
export const questionPage = ({ asks, state, port }: SignInRequest): string =>
  port === undefined
    ? smallPage(
        'Are both of these yours?',
        `<dl>
<dt>Account of your organisation</dt><dd>${escaped(nameOf(asks.person))}</dd>
<dt>Account here</dt><dd>${escaped(asks.account)}</dd>
</dl>
<p>If you go on, the first one signs in as the second from now on. Go on only if both are yours. If another person sent you the link and the account here is not yours, they would see what you do in it.</p>
${form(state, 'Both are mine: link them')}
<p><a href="/sign-in">No: link nothing</a></p>`,
      )
    : smallPage(
        'Sign in a program?',
        `<p>Sign in the program on port ${port} of this computer as <strong>${escaped(asks.account)}</strong>?</p>
<p>Go on only if you have just started it, for example with <code>strongroom login</code>. It can do all that you can.</p>
${form(state, 'Sign it in')}
<p><a href="/sign-in">No: sign in nothing</a></p>`,
      );

const form = (state: string, label: string): string =>
  `<form method="post" action="/sign-in/oidc/confirm">
<input type="hidden" name="state" value="${escaped(state)}">
<button>${label}</button>
</form>`;

/** The person of the provider. Their name is not shown: they may have chosen it to look like another. */
const nameOf = ({ email }: SignInQuestion['asks']['person']): string =>
  Email.is(email) ? email : 'one without an address that your organisation has verified';

/** Leads on. A redirect would be an answer to the form, and some browsers hold its policy against it. */
export const onwardPage = (address: string): string =>
  smallPage(
    'You are signed in',
    `<meta http-equiv="refresh" content="0;url=${escaped(address)}">
<p><a href="${escaped(address)}">Go on</a></p>`,
  );

export const refusalPage = (sentence: string): string =>
  smallPage(
    'You are not signed in',
    `<p>${escaped(sentence)}</p>\n<p><a href="/sign-in">Back to the sign-in page</a></p>`,
  );

/** A page of a few sentences, in the look of the web application. */
export const smallPage = (title: string, content: string): string =>
  `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width,initial-scale=1">\n${PAGE_ICON}\n<title>${title} – Strongroom</title>\n<style>${STYLE}</style>\n<main>\n<h1>${title}</h1>\n${content}\n</main>\n</html>\n`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
