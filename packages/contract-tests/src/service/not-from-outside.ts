/** The codes that no client can bring about at will within a test, each with why. */
export const NOT_FROM_OUTSIDE: Readonly<Record<string, string>> = {
  SHARE_NOT_ALLOWED:
    'only where the operator has set a highest label for links; the suite runs with the default settings',
  LAST_OWNER: 'only another owner could ask for it, and then there are two; it is the last word of a race',
  INVITATION_EXPIRED: 'after 72 hours; no client moves the clock',
  URL_EXPIRED: 'after a minute at the earliest; the suite of the object store has a clock of its own',
  REQUEST_TIMEOUT: 'after half a minute of waiting for a body; the tests of the HTTP layer wait less',
  IDEMPOTENCY_CONFLICT: 'only while an equal request runs longer than the second one waits',
  TOO_MANY_UPLOADS: 'only while other uploads of the same user are under way; the suite of the object store has them',
  INTERNAL_ERROR: 'would be a bug',
  SERVICE_UNAVAILABLE: 'only while the document store is down',
  KEY_SERVICE_UNAVAILABLE: 'only while the key service is down',
  STORAGE_UNAVAILABLE: 'only while the object store is down',
  STORAGE_FULL: 'only where the disk is full',
};
