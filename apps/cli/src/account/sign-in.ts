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

/**
 * The token of a sign-in: by options, else as the person chooses of what the service offers. Without a terminal it is
 * read from standard input.
 */
export async function tokenFor(asked: Asked, at: At): Promise<string> {
  const { terminal } = at;
  if (asked.browser) return byBrowser(at);
  if (asked.email !== undefined) return byPassword(asked.email, at);
  if (!terminal.inputIsTerminal) return secretFrom(terminal, 'Token: ', 'token');
  const ways = await waysOf(at);
  const [usual = 'token'] = ways;
  const typed = (await terminal.ask(`Sign in by ${listOf(ways)} [${usual}]: `, false)).trim() || usual;
  // Pasted by habit.
  if (/^sr[ts]_/u.test(typed)) return typed;
  const way = ways.find((one) => one.startsWith(typed.toLowerCase()));
  if (way === undefined) throw new Problem(`"${typed}" is not one of ${listOf(ways)}.`);
  if (way === 'browser') return byBrowser(at);
  if (way === 'token') return secretFrom(terminal, 'Token: ', 'token');
  return byPassword((await terminal.ask('E-mail: ', false)).trim(), at);
}

const listOf = (ways: readonly Way[]): string => ways.join(', ').replace(/, (\w+)$/u, ' or $1');

/** Ways that the service offers, the usual one first. */
async function waysOf({ url, insecure, signal }: At): Promise<readonly Way[]> {
  const { sign_in: offered } = await new Strongroom({ url, insecure }).service.offer({ signal });
  return [...(offered.oidc ? ['browser' as const] : []), ...(offered.password ? ['password' as const] : []), 'token'];
}

async function byPassword(email: string, at: At): Promise<string> {
  const { url, insecure, terminal, signal } = at;
  const password = await secretFrom(terminal, 'Password: ', 'password');
  const session = await new Strongroom({ url, insecure }).entrance.signIn({ email, password }, { signal });
  return tokenBy(session.token, at);
}

async function byBrowser(at: At): Promise<string> {
  const { url, terminal, signal } = at;
  if (!(await waysOf(at)).includes('browser'))
    throw new Problem('the service has no sign-in by browser: use --email, or a token.');
  const page = url.replace(/(\/api\/v1)?\/*$/u, '');
  const show = (address: string): void => terminal.err(`Open this address in a browser of this machine:\n${address}\n`);
  return tokenBy(await sessionByBrowser(page, { show, signal }), at);
}

/** Makes a token with a session, which then ends. */
async function tokenBy(session: string, { url, insecure }: At): Promise<string> {
  const client = new Strongroom({ url, token: session, insecure });
  const { token } = await client.tokens.create({ name: `strongroom on ${hostname()}`.slice(0, 100) });
  if (token === null) throw new Problem('the answer with the token was lost: sign in again.');
  await client.account.endSession();
  return token;
}
