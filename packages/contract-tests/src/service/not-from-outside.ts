/** Error codes that no client can provoke at will within a test, each with the reason. */
export const UNREACHABLE_CODES: Readonly<Record<string, string>> = {
  SHARE_NOT_ALLOWED: 'only if the operator limits the label of links; the suite runs with the default settings',
  SECOND_FACTOR_TOO_OLD: 'after ten minutes; no client moves the clock',
  LAST_SECOND_FACTOR: 'only where the operator requires a second factor; the suite runs with the default settings',
  LAST_SIGN_IN: 'only for a user who is linked to an identity provider; the suite runs without one',
  KEY_PERSON_LINKED: 'only with a key service, for a user who is linked to a person of it',
  LAST_OWNER: 'only another owner may request it, and then there are two; it ends a race of two owners',
  INVITATION_EXPIRED: 'after 72 hours; no client moves the clock',
  URL_EXPIRED: 'after a minute at the earliest; the suite of the object store has its own clock',
  RECEIPT_NOT_COMPLETE: 'only until the job of the destruction has run, which takes less than a second',
  REQUEST_TIMEOUT: 'after 30 seconds without a complete body; tests of the HTTP layer use a shorter limit',
  IDEMPOTENCY_CONFLICT: 'only while an equal request runs for longer than the repetition waits',
  TOO_MANY_UPLOADS: 'only while other uploads of the same user are under way; the suite of the object store has them',
  INTERNAL_ERROR: 'only after a bug',
  SERVICE_UNAVAILABLE: 'only while the document store is down',
  KEY_SERVICE_UNAVAILABLE: 'only while the key service is down',
  STORAGE_UNAVAILABLE: 'only while the object store is down',
  KEY_DESTROYED: 'only where the key of a room is gone while the room is not; a restored store can be so',
  READ_ONLY: 'only while the audit log takes no event',
  STORAGE_FULL: 'only while the disk is full',
};

/** Operations that no client can call successfully within a test, each with the reason. */
export const UNREACHABLE_OPERATIONS: Readonly<Record<string, string>> = {
  'POST /me/key-person': 'only with a key service, and then with a link that it signed',
};
