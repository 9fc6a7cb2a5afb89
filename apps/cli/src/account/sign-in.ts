import { hostname } from 'node:os';
import { Strongroom } from '@strongroom/client';
import { Problem } from '../errors/problem.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { sessionByBrowser } from './loopback.ts';
import { secretFrom } from './secret-from.ts';

/** How to sign in: each asks the person for what it needs, and returns a token to store. */
type Way = 'browser' | 'password' | 'token';

type Asked = Readonly<{ browser: boolean; email: string | undefined }>;
type At = Readonly<{ url: string; insecure: boolean; terminal: Terminal; signal: AbortSignal }>;

/** A token to store, and the session it was made with; undefined where a token was given. The caller ends the session. */
export type SignedIn = Readonly<{ token: string; session: Strongroom | undefined }>;

/**
 * A sign-in: by options, else as the person chooses of what the service offers. Without a terminal the token is read from
 * standard input.
 */
export async function signInBy(asked: Asked, at: At): Promise<SignedIn> {
  const { terminal } = at;
  if (asked.browser) return byBrowser(at);
  if (asked.email !== undefined) return byPassword(asked.email, at);
  const given = async (): Promise<SignedIn> => ({
    token: await secretFrom(terminal, 'Token: ', 'token'),
    session: undefined,
  });
  if (!terminal.inputIsTerminal) return given();
  const ways = await waysOf(at);
  const [usual = 'token'] = ways;
  const typed = (await terminal.ask(`Sign in by ${listOf(ways)} [${usual}]: `, false)).trim() || usual;
  // Pasted by habit.
  if (/^sr[ts]_/u.test(typed)) return { token: typed, session: undefined };
  const way = ways.find((one) => one.startsWith(typed.toLowerCase()));
  if (way === undefined) throw new Problem(`"${typed}" is not one of ${listOf(ways)}.`);
  if (way === 'browser') return byBrowser(at);
  if (way === 'token') return given();
  return byPassword((await terminal.ask('E-mail: ', false)).trim(), at);
}

const listOf = (ways: readonly Way[]): string => ways.join(', ').replace(/, (\w+)$/u, ' or $1');

/** Ways that the service offers, the usual one first. */
async function waysOf({ url, insecure, signal }: At): Promise<readonly Way[]> {
  const { sign_in: offered } = await new Strongroom({ url, insecure }).service.offer({ signal });
  return [...(offered.oidc ? ['browser' as const] : []), ...(offered.password ? ['password' as const] : []), 'token'];
}

async function byPassword(email: string, at: At): Promise<SignedIn> {
  const { url, insecure, terminal, signal } = at;
  const password = await secretFrom(terminal, 'Password: ', 'password');
  const session = await new Strongroom({ url, insecure }).entrance.signIn({ email, password }, { signal });
  return tokenBy(session.token, at);
}

async function byBrowser(at: At): Promise<SignedIn> {
  const { url, terminal, signal } = at;
  if (!(await waysOf(at)).includes('browser'))
    throw new Problem('the service has no sign-in by browser: use --email, or a token.');
  const page = url.replace(/(\/api\/v1)?\/*$/u, '');
  const show = (address: string): void => terminal.err(`Open this address in a browser of this machine:\n${address}\n`);
  return tokenBy(await sessionByBrowser(page, { show, signal }), at);
}

async function tokenBy(session: string, { url, insecure }: At): Promise<SignedIn> {
  const client = new Strongroom({ url, token: session, insecure });
  const { token } = await client.tokens.create({ name: `strongroom on ${hostname()}`.slice(0, 100) });
  if (token === null) throw new Problem('the answer with the token was lost: sign in again.');
  return { token, session: client };
}
