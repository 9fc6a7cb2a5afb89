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

/** Whether a name can be compared and stored: well-formed, without control characters, one of which separates names in keys. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  Buffer.byteLength(value) <= MAX_NAME &&
  value.isWellFormed() &&
  !/\p{Cc}/u.test(value);

const isText = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && value.isWellFormed() && Buffer.byteLength(value) <= bytes;

/** The first of the named claims that is present and not a valid name. */
export const unfitClaimName = (
  claims: Readonly<Record<string, unknown>>,
  ...names: readonly string[]
): string | undefined => names.find((name) => claims[name] !== undefined && !isName(claims[name]));

/** `claim`: its value names the person. `trustsEmail`: an address counts as verified unless the provider says otherwise. */
export type IdentityClaims = Readonly<{ claim: string; trustsEmail?: boolean | undefined }>;

/**
 * Whether the address is verified. Some providers send the boolean as a text, and Microsoft Entra has another claim for it. A
 * provider that says no is never overruled.
 */
function isVerified(claims: Readonly<Record<string, unknown>>, trustsEmail: boolean): boolean {
  const said = claims['email_verified'] ?? claims['xms_edov'];
  return said === undefined || said === null ? trustsEmail : YES.has(said);
}

const YES: ReadonlySet<unknown> = new Set([true, 'true', 1, '1']);

/** The person that the claims of a verified token name; undefined if they name none. Leaves out malformed optional claims. */
export function identityOf(
  claims: Readonly<Record<string, unknown>>,
  { claim, trustsEmail = false }: IdentityClaims,
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
