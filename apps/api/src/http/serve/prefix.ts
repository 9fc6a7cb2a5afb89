/** Prefix of the paths of the interface. */
export const PREFIX = '/api/v1';

/** Whether a path belongs to the interface. */
export const isUnderPrefix = (path: string): boolean =>
  path.startsWith(PREFIX) && (path.length === PREFIX.length || path.charCodeAt(PREFIX.length) === 0x2f);
