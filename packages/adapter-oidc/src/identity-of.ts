/** A person as the provider has proven them. `subject`: the claim that names them. `email` is verified. */
export type SignedInPerson = Readonly<{
  iss: string;
  sub: string;
  subject: string;
  sid?: string;
  name?: string;
  email?: string;
  /** How and when they signed in there (seconds since 1970), where the provider says so. */
  authTime?: number;
  acr?: string;
  amr?: readonly string[];
}>;

/** Longest name of a person or of a session (OpenID Connect Core 2: 255 ASCII characters). They are part of a unique key and of a cookie. */
const MAX_NAME = 255;
/** Longest name for people, in bytes. */
const MAX_SHOWN = 600;
const MAX_EMAIL = 254;
const MAX_METHODS = 20;
const MAX_METHOD = 64;

/** A name that can be compared and stored: no control character, of which one parts names in a key, and no half of a character. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  Buffer.byteLength(value) <= MAX_NAME &&
  value.isWellFormed() &&
  !/\p{Cc}/u.test(value);

const isText = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && value.isWellFormed() && Buffer.byteLength(value) <= bytes;

/** The claim that does not fit into its bounds, of those that name a person or a session. */
export const unfitName = (claims: Readonly<Record<string, unknown>>, ...names: readonly string[]): string | undefined =>
  names.find((name) => claims[name] !== undefined && !isName(claims[name]));

/** The claims that name a person. `trustsEmail`: an address of which the provider does not say whether it is verified, is. */
export type Naming = Readonly<{ claim: string; trustsEmail?: boolean | undefined }>;

/**
 * Whether the address is verified: some providers write the truth value as a text, and Microsoft Entra says it by a claim of
 * its own. One that says no is never overruled.
 */
function isVerified(claims: Readonly<Record<string, unknown>>, trustsEmail: boolean): boolean {
  const said = claims['email_verified'] ?? claims['xms_edov'];
  return said === undefined || said === null ? trustsEmail : YES.has(said);
}

const YES: ReadonlySet<unknown> = new Set([true, 'true', 1, '1']);

/** The person of the claims of a verified token; undefined if they name none. Claims for people that do not fit are left out. */
export function identityOf(
  claims: Readonly<Record<string, unknown>>,
  { claim, trustsEmail = false }: Naming,
): SignedInPerson | undefined {
  const { iss, sub, sid, name, email, auth_time: authTime, acr, amr } = claims;
  const subject = claims[claim];
  if (typeof iss !== 'string' || !isName(sub) || !isName(subject)) return undefined;
  return {
    iss,
    sub,
    subject,
    ...(isName(sid) && { sid }),
    ...(isText(name, MAX_SHOWN) && { name }),
    ...(isText(email, MAX_EMAIL) && isVerified(claims, trustsEmail) && { email }),
    ...(typeof authTime === 'number' && Number.isFinite(authTime) && { authTime }),
    ...(isName(acr) && { acr }),
    ...(Array.isArray(amr) && { amr: amr.filter((method) => isText(method, MAX_METHOD)).slice(0, MAX_METHODS) }),
  };
}
