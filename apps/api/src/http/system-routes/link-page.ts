import { exchangeOf, sendJson } from '@strongroom/http-kernel';
import type { Express, NextFunction, Request, Response } from 'express';
import type { Limits } from '../serve/limits.ts';
import { PREFIX } from '../serve/prefix.ts';
import { acceptsHtml } from './accepts-html.ts';

const PATTERN = `${PREFIX}/shares/by-token/:token`;
const SECRET = /^srl_[0-9A-Za-z]{49}$/;

/**
 * Leads a browser that opens the address of a link to the page /open, with the secret in the fragment, which reaches no
 * server. Programs get JSON.
 */
export function mountLinkPage(app: Express, { limits }: Readonly<{ limits: Limits }>): void {
  app.get(PATTERN, async (request: Request, _response: Response, next: NextFunction) => {
    const { token = '' } = request.params;
    if (!acceptsHtml(request.headers.accept) || typeof token !== 'string' || !SECRET.test(token)) return next();
    const exchange = exchangeOf(request);
    exchange.outcome.pattern = PATTERN;
    await limits.note(exchange);
    const headers = ['Location', `../../../../open#token=${token}`, 'Referrer-Policy', 'no-referrer', 'Vary', 'Accept'];
    sendJson(exchange, 303, JSON.stringify({ data: { page: '/open' } }), headers);
  });
}
