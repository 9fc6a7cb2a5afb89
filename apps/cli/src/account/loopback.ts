import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { Problem } from '../errors/problem.ts';

const PAGE =
  '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Strongroom</title>\n<p>You can close this window and go back to the terminal.</p>\n</html>\n';
const HEADERS = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'none'" };

/**
 * Signs in with a browser of this machine: the service sends it back to a port of this process with a code, which is
 * worth something only with a secret that never leaves this process (RFC 8252, RFC 7636). Returns a session.
 */
export async function sessionByBrowser(
  page: string,
  { show, signal }: Readonly<{ show: (address: string) => void; signal: AbortSignal }>,
): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const code = await codeAt({
    state,
    signal,
    onListening: (port) =>
      show(`${page}/sign-in/oidc?${new URLSearchParams({ port: `${port}`, state, challenge }).toString()}`),
  });
  const answer = await fetch(`${page}/sign-in/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({ code, code_verifier: verifier }),
    redirect: 'error',
    signal,
  });
  const read: unknown = await answer.json();
  const data: unknown = typeof read === 'object' && read !== null && 'data' in read ? read.data : undefined;
  if (typeof data === 'object' && data !== null && 'token' in data && typeof data.token === 'string') return data.token;
  throw new Problem('the service did not accept the code of the browser: try again.');
}

/** The code that a browser brings back from an address that `show` names. `back`: an address of this process. */
export function codeByBrowser(show: (back: string) => Promise<void>, signal: AbortSignal): Promise<string> {
  const state = randomBytes(32).toString('base64url');
  return codeAt({ state, signal, onListening: (port) => void show(`http://127.0.0.1:${port}/?state=${state}`) });
}

type Waiting = Readonly<{ state: string; signal: AbortSignal; onListening: (port: number) => void }>;

/** The code that a browser brings to a free port of this machine. Rejects with the reason of the signal. */
function codeAt({ state, signal, onListening }: Waiting): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      const sent = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams;
      const code = sent.get('code');
      // Any page can send a browser here; only the service knows the state.
      if (code === null || sent.get('state') !== state) {
        response.writeHead(404, HEADERS).end();
        return;
      }
      response.writeHead(200, { ...HEADERS, Connection: 'close' }).end(PAGE);
      finish(() => resolve(code));
    });
    const onAbort = (): void => finish(() => reject(signal.reason));
    const finish = (settle: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      server.close();
      settle();
    };
    signal.addEventListener('abort', onAbort);
    server.on('error', (error) => finish(() => reject(error)));
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) onListening(address.port);
    });
  });
}
