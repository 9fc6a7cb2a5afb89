import type { Application } from '@strongroom/application';
import { type Exchange, sendAnswer, sendJson, TransportError } from '@strongroom/http-kernel';
import { acceptsHtml } from './accepts-html.ts';
import { PAGE_HEADERS, smallPage } from './sign-in-pages.ts';
import type { SystemRoute } from './system-route.ts';

const ALLOW = 'GET, HEAD, POST';

export type UnsubscribeParts = Readonly<{ app: Pick<Application, 'notifications'> }>;

/**
 * The address in mails with news. A POST switches such mails off, with the token of the mail only (RFC 8058); a GET changes nothing,
 * because programs that check mails open their links, and shows people a button.
 */
export const unsubscribePath = ({ app }: UnsubscribeParts): SystemRoute => ({
  path: '/unsubscribe/:token',
  pattern: '/unsubscribe/:token',
  methods: ALLOW,
  isPreflighted: false,
  serve: async (exchange) => {
    const { method } = exchange.request;
    if (method === 'GET' || method === 'HEAD') return page(exchange, QUESTION);
    if (method !== 'POST') throw new TransportError('METHOD_NOT_ALLOWED', { headers: ['Allow', ALLOW] });
    // A body says nothing that the address does not say.
    exchange.request.resume();
    const isKnown = await app.notifications.unsubscribe(exchange.path.slice('/unsubscribe/'.length));
    if (!acceptsHtml(exchange.request.headers.accept)) {
      if (!isKnown) throw new TransportError('ROUTE_NOT_FOUND');
      sendJson(exchange, 200, JSON.stringify({ data: { level: 'none' } }));
      return;
    }
    page(exchange, isKnown ? DONE : UNKNOWN, isKnown ? 200 : 404);
  },
});

function page(exchange: Exchange, html: string, status = 200): void {
  const content = { kind: 'bytes', type: 'text/html; charset=utf-8', bytes: Buffer.from(html) } as const;
  void sendAnswer(exchange, { status, headers: PAGE_HEADERS, content });
}

const QUESTION = smallPage(
  'Switch off mails with news?',
  `<p>You get no more mails with news of your data rooms. Mails about your account and invitations still come.</p>
<form method="post">
<button>Switch them off</button>
</form>`,
);

const DONE = smallPage(
  'Mails with news are off',
  `<p>You can switch them on again in your account.</p>
<p><a href="/account">My account</a></p>`,
);

const UNKNOWN = smallPage(
  'This address is not known',
  `<p>It may have been cut off. Open the link in the mail again, or choose in your account.</p>
<p><a href="/account">My account</a></p>`,
);
