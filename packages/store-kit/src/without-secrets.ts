/** Bearer secrets, and what a device or a room is opened with. */
const BEARER = /\bsr[a-z]_[0-9A-Za-z_-]{16,}/g;
/** Signed tokens (RFC 7515). */
const TOKEN = /\beyJ[\w-]{10,}\.[\w-]+\.[\w-]+/g;
/** The parts of a signed address that make it work. */
const SIGNED = /\b(?:X-(?:Amz|Goog)-(?:Signature|Security-Token)|signature|Signature)=[\w%.~+/=-]+/gi;
/** User and password of an address, up to its last `@` before the path. */
const USER = /\b([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s"'/\\]{1,500}@/gi;

/** A quick check with a tenth of the cost of the patterns; false for almost every line. */
const mayHoldSecret = (line: string): boolean =>
  line.includes('sr') ||
  line.includes('eyJ') ||
  line.includes('ignature=') ||
  line.includes('oken=') ||
  (line.includes('://') && line.includes('@'));

/**
 * A line of a log with `[secret]` for each secret that has a known form. A net below the rule that no secret reaches the
 * log, not a reason to break it.
 */
export const withoutSecrets = (line: string): string =>
  mayHoldSecret(line)
    ? line
        .replace(BEARER, '[secret]')
        .replace(TOKEN, '[secret]')
        .replace(SIGNED, '[secret]')
        .replace(USER, '$1[secret]@')
    : line;
