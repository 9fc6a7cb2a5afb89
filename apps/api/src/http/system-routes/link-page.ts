import { exchangeOf, sendJson } from '@strongroom/http-kernel';
import type { Express, NextFunction, Request, Response } from 'express';
import type { Limits } from '../serve/limits.ts';
import { PREFIX } from '../serve/prefix.ts';
import { acceptsHtml } from './accepts-html.ts';

type Kind = Readonly<{ pattern: string; secret: RegExp; page: string; addressOf: (secret: string) => string }>;

const KINDS: readonly Kind[] = [
  {
    pattern: `${PREFIX}/shares/by-token/:token`,
    secret: /^srl_[0-9A-Za-z]{49}$/,
    page: '/open',
    addressOf: (secret) => `open#token=${secret}`,
  },
  {
    pattern: `${PREFIX}/upload-requests/by-token/:token`,
    secret: /^srq_[0-9A-Za-z]{49}$/,
    page: '/send',
    // A fragment here would replace that of the link, which names its key: browsers keep that on the way.
    addressOf: (secret) => `send?token=${secret}`,
  },
];

/**
 * Leads a browser that opens the address of a link to its page. Programs get JSON.
 */
export function mountLinkPages(app: Express, { limits }: Readonly<{ limits: Limits }>): void {
  for (const { pattern, secret, page, addressOf } of KINDS)
    app.get(pattern, async (request: Request, _response: Response, next: NextFunction) => {
      const { token = '' } = request.params;
      if (!acceptsHtml(request.headers.accept) || typeof token !== 'string' || !secret.test(token)) return next();
      const exchange = exchangeOf(request);
      exchange.outcome.pattern = pattern;
      await limits.note(exchange);
      const location = `../../../../${addressOf(token)}`;
      const headers = ['Location', location, 'Referrer-Policy', 'no-referrer', 'Vary', 'Accept'];
      sendJson(exchange, 303, JSON.stringify({ data: { page } }), headers);
    });
}
