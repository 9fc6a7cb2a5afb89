/** Prefix of the paths of the interface. */
export const PREFIX = '/api/v1';

/** Whether a path belongs to the interface. */
export const isUnderPrefix = (path: string): boolean =>
  path.startsWith(PREFIX) && (path.length === PREFIX.length || path.charCodeAt(PREFIX.length) === 0x2f);

/** Prefix of the paths of SCIM (RFC 7644 section 3.13). */
export const SCIM_PREFIX = '/scim/v2';

/** Whether requests for a path are rate-limited. */
export const isRateLimited = (path: string): boolean =>
  isUnderPrefix(path) || path === SCIM_PREFIX || path.startsWith(`${SCIM_PREFIX}/`);
