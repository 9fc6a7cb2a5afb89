import { isIP } from 'node:net';
import { type Form, InvalidSetting } from '../variable.ts';

/** The mail server of STRONGROOM_SMTP_URL. */
export type SmtpAddress = Readonly<{
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  login: Readonly<{ user: string; password: string }> | undefined;
}>;

const FORM = 'must be an address such as smtps://user:password@mail.example.com or smtp://localhost:25';

/**
 * Reads `smtps://` (encrypted from the first byte, port 465) or `smtp://` (STARTTLS, port 587). By default
 * STARTTLS is required, except on this machine. Throws InvalidSetting, which never repeats the text: it
 * may hold a password.
 */
function parseSmtpUrl(text: string): SmtpAddress {
  const url = URL.parse(text);
  const host = url?.hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1') ?? '';
  if (url === null || !/^smtps?:$/.test(url.protocol) || !(isIP(host) || /^[a-z0-9][a-z0-9.-]*$/.test(host)))
    throw new InvalidSetting(FORM);
  if (!/^\/?$/.test(url.pathname) || url.hash !== '') throw new InvalidSetting(`${FORM}, without a path`);
  const security = securityOf(url, host);
  const login = loginOf(url);
  if (security === 'none' && login !== undefined && !isLoopback(host))
    throw new InvalidSetting('holds a password, which starttls=never would send in the clear');
  return { host, port: Number(url.port || (security === 'tls' ? 465 : 587)), security, login };
}

function securityOf(url: URL, host: string): SmtpAddress['security'] {
  const asked = url.searchParams.get('starttls');
  const isOdd = url.searchParams.size > (asked === null ? 0 : 1) || !['required', 'never', null].includes(asked);
  if (isOdd) throw new InvalidSetting('may end with ?starttls=required or ?starttls=never, and with nothing else');
  if (url.protocol === 'smtp:') return asked === 'never' || (asked === null && isLoopback(host)) ? 'none' : 'starttls';
  if (asked === null) return 'tls';
  throw new InvalidSetting('begins with smtps:, which is encrypted from the first byte: there is no starttls then');
}

function loginOf({ username, password }: URL): SmtpAddress['login'] {
  if (username === '' && password === '') return undefined;
  if (username === '' || password === '')
    throw new InvalidSetting('names a user without a password, or the other way round');
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw new InvalidSetting('has a % in its user or password that is not written as %25');
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** An address that may hold a password. */
export const SMTP_URL_FORM: Form<SmtpAddress> = { allowed: 'secret address', isSecret: true, parse: parseSmtpUrl };
