import { Strongroom } from '@strongroom/client';
import { cleanLine, Problem, type Terminal } from '@strongroom/command-line';
import { hasBrowser } from '../terminal/open-in-browser.ts';
import { nameOfThis, pollDeviceCode, typeTheCode } from './device-code.ts';
import { sessionByBrowser } from './loopback.ts';
import { sessionAfter } from './second-step.ts';
import { secretFrom, secretsFrom } from './secret-from.ts';
import { sayingOnce } from './session.ts';

/** The ways to sign in. Each asks the person for its input, and returns a token to store. */
type Way = 'browser' | 'device code' | 'password' | 'token';

type SignInOptions = Readonly<{ browser: boolean; deviceCode: boolean; email: string | undefined }>;
type At = Readonly<{ url: string; insecure: boolean; terminal: Terminal; signal: AbortSignal }>;

/** A token to store, and the session it was made with; undefined where a token was given. The caller ends the session. */
export type SignedIn = Readonly<{
  token: string;
  session: Strongroom | undefined;
  /** Whether the browser of the person is on another machine. */
  isElsewhere: boolean;
}>;

/**
 * A sign-in: by options, else as the person chooses of what the service offers. Without a terminal the token is read from
 * standard input.
 */
export async function signInBy(asked: SignInOptions, at: At): Promise<SignedIn> {
  const { terminal } = at;
  if (asked.deviceCode) return byDeviceCode(at);
  if (asked.browser) return byBrowser(at);
  if (asked.email !== undefined) return byPassword(asked.email, at);
  const given = async (): Promise<SignedIn> => ({
    token: await secretFrom(terminal, 'Token: ', 'token'),
    session: undefined,
    isElsewhere: false,
  });
  if (!terminal.inputIsTerminal) return given();
  const ways = await waysOf(at);
  const [usual = 'token'] = ways;
  const typed = (await terminal.ask(`Sign in by ${listOf(ways)} [${usual}]: `, false)).trim() || usual;
  // Pasted by habit.
  if (/^sr[ts]_/u.test(typed)) return { token: typed, session: undefined, isElsewhere: false };
  const way = ways.find((one) => one.startsWith(typed.toLowerCase()));
  if (way === undefined) throw new Problem(`"${typed}" is not one of ${listOf(ways)}.`);
  if (way === 'browser') return byBrowser(at);
  if (way === 'device code') return byDeviceCode(at);
  if (way === 'token') return given();
  return byPassword((await terminal.ask('E-mail: ', false)).trim(), at);
}

const listOf = (ways: readonly Way[]): string => ways.join(', ').replace(/, (\w+)$/u, ' or $1');

/** Ways that the service offers, the usual one first: a browser of this machine, or else one of another. */
async function waysOf({ url, insecure, terminal, signal }: At): Promise<readonly Way[]> {
  const onWait = sayingOnce({ terminal }, url);
  const { sign_in: offered } = await new Strongroom({ url, insecure, onWait }).service.offer({ signal });
  const here: readonly Way[] = offered.oidc ? ['browser'] : [];
  // A service of an older version does not say.
  const elsewhere: readonly Way[] = offered.device_code ? ['device code'] : [];
  const password: readonly Way[] = offered.password ? ['password'] : [];
  if (!offered.oidc) return [...password, ...elsewhere, 'token'];
  return [...(hasBrowser(terminal) ? [...here, ...elsewhere] : [...elsewhere, ...here]), ...password, 'token'];
}

async function byPassword(email: string, at: At): Promise<SignedIn> {
  const { url, insecure, terminal, signal } = at;
  // Without a terminal, the code of a second factor is on the second line.
  const [password = '', code = ''] = terminal.inputIsTerminal
    ? [await secretFrom(terminal, 'Password: ', 'password')]
    : await secretsFrom(terminal, ['Password: ', 'Code: ']);
  if (password === '') throw new Problem('there was no password: type it when asked, or give it on standard input.');
  const client = new Strongroom({ url, insecure, onWait: sayingOnce({ terminal }, url) });
  const first = client.entrance.signIn({ email, password }, { signal });
  return tokenBy(await sessionAfter(first, { client, terminal, code, signal }), at);
}

async function byBrowser(at: At): Promise<SignedIn> {
  const { url, terminal, signal } = at;
  if (!(await waysOf(at)).includes('browser'))
    throw new Problem('the service has no sign-in by browser: use --email, or a token.');
  const page = url.replace(/(\/api\/v1)?\/*$/u, '');
  const show = (address: string): void => terminal.err(`Open this address in a browser of this machine:\n${address}\n`);
  return tokenBy(await sessionByBrowser(page, { show, signal }), at);
}

async function byDeviceCode(at: At): Promise<SignedIn> {
  const { url, insecure, terminal, signal } = at;
  if (!(await waysOf(at)).includes('device code'))
    throw new Problem('the service has no sign-in by device code: use --browser, --email, or a token.');
  // Each question is asked once: this loop is what waits.
  const { entrance } = new Strongroom({ url, insecure, attempts: 1, waiting: 0 });
  const begun = await entrance.requestDeviceLogin({ client_name: nameOfThis() }, { signal });
  const { device_code, user_code: code, verification_uri: page, expires_in } = begun;
  terminal.err(typeTheCode({ page: cleanLine(page), code: cleanLine(code), expires_in }));
  const ask = () => entrance.redeemDeviceLogin({ device_code }, { signal });
  return { ...(await tokenBy((await pollDeviceCode(begun, ask, signal)).token, at)), isElsewhere: true };
}

async function tokenBy(session: string, { url, insecure }: At): Promise<SignedIn> {
  const client = new Strongroom({ url, token: session, insecure });
  const { token } = await client.tokens.create({ name: nameOfThis() });
  if (token === null) throw new Problem('the answer with the token was lost: sign in again.');
  return { token, session: client, isElsewhere: false };
}
