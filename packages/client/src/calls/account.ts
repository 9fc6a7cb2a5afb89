import type { Caller } from './caller.ts';

/** The caller's own account. */
export const accountCalls = (to: Caller) => ({
  get: to.one('GET /me'),
  /** Links the caller to the person that a link of the key service names. */
  linkKeyPerson: to.one('POST /me/key-person'),
  /** Removes the caller's link to the identity provider; sessions that began with it end. */
  unlinkIdentity: to.one('DELETE /me/identity'),
  setPassword: to.one('POST /me/password'),
  endSession: to.one('DELETE /sessions/current'),
  sessions: to.list('GET /me/sessions'),
  endOneSession: to.one('DELETE /me/sessions/{id}'),
  endOtherSessions: to.one('DELETE /me/sessions'),
  /** Shows who asks for a sign-in by device code. */
  findDeviceLogin: to.one('POST /device-logins/find'),
  /** Mails with news of rooms. */
  notifications: to.one('GET /me/notifications'),
  editNotifications: to.one('PATCH /me/notifications'),
  allowDeviceLogin: to.one('POST /device-logins/allow'),
  refuseDeviceLogin: to.one('POST /device-logins/refuse'),
});

/** The caller's second factors. */
export const secondFactorCalls = (to: Caller) => ({
  get: to.one('GET /me/second-factor'),
  /** Options to add one, or to use a passkey. */
  options: to.one('POST /me/second-factor/options'),
  /** The answer to the first one contains the recovery codes. */
  add: to.one('POST /me/second-factor'),
  check: to.one('POST /me/second-factor/check'),
  /** The answer contains the codes. */
  makeRecoveryCodes: to.one('POST /me/second-factor/recovery-codes'),
  remove: to.one('DELETE /me/second-factor/{id}'),
});

export const tokenCalls = (to: Caller) => ({
  list: to.list('GET /tokens'),
  /** The only answer that contains its secret. */
  create: to.one('POST /tokens'),
  revoke: to.one('DELETE /tokens/{id}'),
});

/** Calls that need no credential. */
export const entranceCalls = (to: Caller) => ({
  /** Throws SECOND_FACTOR_REQUIRED, whose `secondFactor` `finishSignIn` takes. */
  signIn: to.one('POST /sessions'),
  /** Options for the second step of a sign-in. */
  secondStep: to.one('POST /sessions/second-factor/options'),
  finishSignIn: to.one('POST /sessions/second-factor'),
  /** Mails a link to set a new password; the answer is the same for every address. */
  resetPassword: to.one('POST /password-reset'),
  /** Shows whether an invitation is open, and changes nothing. */
  findInvitation: to.one('POST /invitations/find'),
  accept: to.one('POST /invitations/accept'),
  /** Confirms a change of an address by the link to one of the two. */
  confirmEmail: to.one('POST /email-changes/confirm'),
  /** Begins a sign-in by device code; `signInByDeviceCode` does the whole. */
  requestDeviceLogin: to.one('POST /device-logins'),
  redeemDeviceLogin: to.one('POST /device-logins/token'),
});

export const auditCalls = (to: Caller) => ({
  events: to.list('GET /audit-events'),
  /** Every event in a stream, without pages. Read it to its end or leave it with `break`. */
  export: to.lines('GET /audit-events/export'),
  /** At most 500 events from a position on, oldest first. The next position is the `seq` of the last one plus one. */
  follow: to.lines('GET /audit-events/follow'),
  /** Counts of openings by user or link and file, with the first and the last time. */
  openings: to.lines('GET /audit-events/openings'),
  explain: to.one('POST /access/explain'),
  /** The latest signed checkpoint: a text. */
  checkpoint: to.response('GET /audit/checkpoint'),
  /** The public keys of the log: a text with one a line. */
  key: to.response('GET /audit/key'),
  /** The proof that the log holds an event: a text that `strongroom audit verify` verifies. */
  proof: to.response('GET /audit-events/{id}/proof'),
  /** Bytes of the Merkle tree, by a path such as `0/x001/234`. */
  tile: to.response('GET /audit/tile/{path}'),
  /** The log as a tar archive that `strongroom audit verify` verifies. */
  exportLog: to.response('GET /audit/export'),
});

/** Facts that are the same for every caller. */
export const serviceCalls = (to: Caller) => ({
  classifications: to.list('GET /classifications'),
  /** The service, its limits and its key service. Needs no credential. */
  offer: to.one('GET /service'),
  description: to.one('GET /openapi.json'),
});

/** Receivers of audit events. */
export const webhookCalls = (to: Caller) => ({
  list: to.list('GET /webhooks'),
  /** The answer contains the secret. */
  create: to.one('POST /webhooks'),
  edit: to.one('PATCH /webhooks/{id}'),
  delete: to.one('DELETE /webhooks/{id}'),
  /** The answer contains the new secret; both sign for a day. */
  rotateSecret: to.one('POST /webhooks/{id}/rotate-secret'),
  enable: to.one('POST /webhooks/{id}/enable'),
  /** Sends an event again, or a test. */
  deliver: to.one('POST /webhooks/{id}/deliveries'),
  /** The last deliveries, the latest first. */
  deliveries: to.list('GET /webhooks/{id}/deliveries'),
});
