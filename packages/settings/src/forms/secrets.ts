import { type BearerSecret, isBearerSecret } from '@strongroom/domain';
import { type Form, InvalidSetting } from '../variable.ts';

/** A message never repeats the text. */
const secret = <T>(allowed: string, parse: (text: string) => T): Form<T> => ({ allowed, isSecret: true, parse });

export const OWNER_TOKEN_FORM: Form<BearerSecret> = secret('secret', (text) => {
  if (!isBearerSecret('apiToken', text))
    throw new InvalidSetting('is not a well-formed API token (srt_…); leave it out to have one made');
  return text;
});

const MIN_SECRET = 32;

/**
 * The secret of the service, and the one before it while it changes, between a comma or on lines. A text whose parts are not
 * all long enough for a secret is one: secrets with commas were always allowed. So the whole text is accepted too, last.
 */
export const SERVICE_SECRETS_FORM: Form<readonly [string, ...string[]]> = secret(
  `1 or 2 secrets of at least ${MIN_SECRET} characters`,
  (text) => {
    if (text.length < MIN_SECRET)
      throw new InvalidSetting('must have at least 32 characters, such as `openssl rand -base64 32` gives');
    const [first = '', ...earlier] = text.split(/\s*[,\n]\s*/).filter((part) => part !== '');
    if (earlier.length === 0 || [first, ...earlier].some((part) => part.length < MIN_SECRET)) return [text];
    if (earlier.length > 1) throw new InvalidSetting('must hold one secret, or two between a comma');
    if (earlier.includes(first)) throw new InvalidSetting('holds a secret twice');
    return [first, ...earlier, text];
  },
);

/** The secret of an HMAC key of Cloud Storage. */
export const HMAC_SECRET_FORM: Form<string> = secret('secret of 40 characters', (text) => {
  if (!/^[A-Za-z0-9+/]{40}$/.test(text))
    throw new InvalidSetting('must be the 40 characters of the secret of an HMAC key');
  return text;
});

/** The key service looks at 20 keys of a set. */
const MAX_GRANT_KEYS = 5;

/** Keys between commas or on lines of their own. */
export const GRANT_KEYS_FORM: Form<readonly string[]> = secret(`1 to ${MAX_GRANT_KEYS} secret keys`, (text) => {
  const keys = text.split(/[\s,]+/).filter((part) => part !== '');
  for (const key of keys) {
    const bytes = Buffer.from(key, 'base64url');
    if (bytes.length !== 32 || bytes.toString('base64url') !== key)
      throw new InvalidSetting('must be 32 random bytes in base64url, which are 43 characters, for each key');
  }
  if (keys.length === 0 || keys.length > MAX_GRANT_KEYS)
    throw new InvalidSetting(`must hold 1 to ${MAX_GRANT_KEYS} keys between commas`);
  if (new Set(keys).size !== keys.length) throw new InvalidSetting('holds a key twice');
  return keys;
});

/** Connection string of MongoDB, which may hold a password. */
export const MONGODB_URL_FORM: Form<string> = secret('secret address', (text) => {
  if (!/^mongodb(\+srv)?:\/\/[^\s/?#@]+(@[^\s/?#@]+)?(\/[^\s#]*)?(\?[^\s#]*)?$/.test(text))
    throw new InvalidSetting(
      'must be an address such as mongodb://host-a,host-b,host-c/?replicaSet=rs or mongodb+srv://user:password@cluster.example.com',
    );
  return text;
});

/** More would be tried in vain at each new connection. */
const MAX_ADDRESSES = 2;

/**
 * Connection string of PostgreSQL, which may hold a password. A second line is the same address with the login that is
 * tried where the server refuses the first one: while the password changes, either may be valid.
 */
export const POSTGRESQL_ADDRESSES_FORM: Form<readonly string[]> = secret('secret address', (text) => {
  const addresses = text.split(/\s*\n\s*/).filter((line) => line !== '');
  if (
    addresses.length > MAX_ADDRESSES ||
    addresses.length === 0 ||
    !addresses.every((line) => /^postgres(ql)?:\/\/[^\s/?#@]+@[^\s/?#@]*\/[^\s/?#]+(\?[^\s#]*)?$/.test(line))
  )
    throw new InvalidSetting(
      'must be an address such as postgresql://rooms:password@db-a.example.com,db-b.example.com/rooms',
    );
  return addresses;
});

/** The first of the addresses. */
export const POSTGRESQL_URL_FORM: Form<string> = secret('secret address', (text) => {
  const [first = ''] = POSTGRESQL_ADDRESSES_FORM.parse(text);
  return first;
});
