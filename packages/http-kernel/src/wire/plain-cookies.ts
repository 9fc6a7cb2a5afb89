import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** A page on http that only this machine can reach, by each of the names that browsers take for it. */
const LOOPBACK = /^(?:127(?:\.\d+){3}|localhost|\[::1\])(?::\d+)?$/;
/** Safari's engine. Chromium names it too. */
const WEBKIT = /AppleWebKit\/(?!.*Chrom)/;
const PLAIN = 'on-loopback-';

/**
 * Whether the browser of a request would silently drop a `Secure` cookie: Safari's engine does on http, also on the
 * machine itself, where Chromium and Firefox keep it. Never behind a proxy: its browser may use https.
 */
export function dropsSecureCookies({ headers }: IncomingMessage): boolean {
  return (
    LOOPBACK.test(headers.host ?? '') &&
    WEBKIT.test(headers['user-agent'] ?? '') &&
    headers['x-forwarded-for'] === undefined &&
    headers.forwarded === undefined
  );
}

/**
 * Gives such a browser each `Secure` cookie without this attribute and under another name, because the prefix `__Host-`
 * asks for it, and takes it from there again. The rest of the service knows one name.
 */
export function usePlainCookies(request: IncomingMessage, response: ServerResponse): void {
  const { cookie } = request.headers;
  if (cookie !== undefined) request.headers.cookie = cookie.replaceAll(/(^|; ?)on-loopback-(?=__Host-)/g, '$1');
  const writeHead = response.writeHead.bind(response);
  // No answer of ours has a reason beside its status.
  response.writeHead = (status: number, headers?: string | OutgoingHttpHeaders | OutgoingHttpHeader[]) =>
    typeof headers === 'string'
      ? writeHead(status, headers)
      : writeHead(status, Array.isArray(headers) ? headers.map(plain) : headers);
}

/** Names and values of headers alternate. */
function plain(value: unknown, index: number, headers: readonly unknown[]): string {
  const text = String(value);
  return index % 2 === 1 && headers[index - 1] === 'Set-Cookie' ? PLAIN + text.replace('; Secure', '') : text;
}
