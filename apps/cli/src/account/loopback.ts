import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { boundedText, Problem } from '@strongroom/command-line';

const PAGE =
  '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<link rel="icon" href="data:,">\n<title>Strongroom</title>\n<p>You can close this window and go back to the terminal.</p>\n</html>\n';
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; img-src data:",
  Connection: 'close',
};

/** Milliseconds for the whole sign-in. The service ends one after ten minutes. */
const DEADLINE = 600_000;
/** Milliseconds for the answer of the service to the code. */
const ANSWER_DEADLINE = 30_000;
/** Maximum size of an answer of the service. */
const MAX_BYTES = 65_536;
/** Times and sizes of requests, which any page or program of this machine may send. */
const LIMITS = { headersTimeout: 5000, requestTimeout: 5000, keepAliveTimeout: 1, maxHeaderSize: 8192 };

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
  const code = await receiveCode({
    state,
    signal,
    onListening: (port) =>
      show(`${page}/sign-in/oidc?${new URLSearchParams({ port: `${port}`, state, challenge }).toString()}`),
  });
  const answer = await fetch(`${page}/sign-in/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({ code, code_verifier: verifier }),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_DEADLINE)]),
  });
  const token = await tokenIn(await boundedText(answer, MAX_BYTES));
  if (token !== undefined) return token;
  throw new Problem('the service did not accept the code of the browser: try again.');
}

/** The session in the answer of the service; undefined for any other answer. */
async function tokenIn(text: string | undefined): Promise<string | undefined> {
  const { isBearerSecret } = await import('@strongroom/domain');
  try {
    const read: unknown = JSON.parse(text ?? '');
    const data: unknown = typeof read === 'object' && read !== null && 'data' in read ? read.data : undefined;
    const token: unknown = typeof data === 'object' && data !== null && 'token' in data ? data.token : undefined;
    return typeof token === 'string' && isBearerSecret('session', token) ? token : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The code that a browser brings back from an address that `show` names. `back`: an address of this process. Throws Problem
 * after the deadline in milliseconds.
 */
export function codeByBrowser(
  show: (back: string) => Promise<void>,
  signal: AbortSignal,
  deadline = DEADLINE,
): Promise<string> {
  const state = randomBytes(32).toString('base64url');
  return receiveCode({
    state,
    signal,
    deadline,
    onListening: (port) => show(`http://127.0.0.1:${port}/?state=${state}`),
  });
}

type Waiting = Readonly<{
  state: string;
  signal: AbortSignal;
  deadline?: number;
  onListening: (port: number) => void | Promise<void>;
}>;

/** Waits on a free port of this machine for the browser to send the code. Rejects with the reason of the signal. */
function receiveCode({ state, signal, deadline = DEADLINE, onListening }: Waiting): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer(LIMITS, (request, response) => {
      const code = answered(request, response, state);
      if (code !== undefined) finish(() => resolve(code));
    });
    const fail = (error: unknown): void => finish(() => reject(error));
    const onAbort = (): void => fail(signal.reason);
    const timer = setTimeout(() => {
      const minutes = Math.ceil(deadline / 60_000);
      fail(new Problem(`no sign-in within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}: try again.`));
    }, deadline);
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      server.close();
      settle();
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort);
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address !== 'object' || address === null) return;
      // A failure in it, such as a bad answer of the key service, ends the sign-in and not the program.
      const begin = async (): Promise<void> => onListening(address.port);
      begin().catch(fail);
    });
  });
}

/**
 * Answers a request. Returns its code if it has the right state: any page can send a browser here, but only the service
 * knows the state.
 */
function answered({ method, url = '' }: IncomingMessage, response: ServerResponse, state: string): string | undefined {
  const refuse = (status: number): undefined => void response.writeHead(status, HEADERS).end();
  if (method !== 'GET') return refuse(405);
  const address = url.startsWith('/?') ? URL.parse(url, 'http://127.0.0.1') : null;
  if (address === null) return refuse(404);
  const [code, ...moreCodes] = address.searchParams.getAll('code');
  const states = address.searchParams.getAll('state');
  if (code === undefined || moreCodes.length > 0 || states.length !== 1 || states[0] !== state) return refuse(404);
  response.writeHead(200, HEADERS).end(PAGE);
  return code;
}
