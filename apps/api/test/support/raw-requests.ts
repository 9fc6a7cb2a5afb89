type Sent = Readonly<{ token?: string | null; type?: string | null; headers?: readonly string[] }>;

/** A request as bytes on the wire; with a valid token by default. */
export function get(path: string, { token = 'good', headers = [] }: Sent = {}): string {
  return wire('GET', path, [...signed(token), ...headers], '');
}

/** A POST with an unchanged body; JSON by default. */
export function post(path: string, body: string | Buffer, sent: Sent = {}): Buffer {
  const { token = 'good', type = 'application/json', headers = [] } = sent;
  const bytes = Buffer.from(body);
  const about = [...(type === null ? [] : [`Content-Type: ${type}`]), `Content-Length: ${bytes.length}`];
  return Buffer.concat([Buffer.from(wire('POST', path, [...signed(token), ...about, ...headers], '')), bytes]);
}

/** A POST in chunks, without a length. */
export function postChunked(path: string, body: string, sent: Sent = {}): string {
  const { token = 'good', type = 'application/json', headers = [] } = sent;
  const about = [...(type === null ? [] : [`Content-Type: ${type}`]), 'Transfer-Encoding: chunked'];
  const chunks = body === '' ? '0\r\n\r\n' : `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  return wire('POST', path, [...signed(token), ...about, ...headers], chunks);
}

export const wire = (method: string, path: string, headers: readonly string[], body = ''): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');

const signed = (token: string | null): readonly string[] => (token === null ? [] : [`Authorization: Bearer ${token}`]);
