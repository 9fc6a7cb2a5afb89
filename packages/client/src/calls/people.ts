import type { Caller } from './caller.ts';

export const userCalls = (to: Caller) => ({
  list: to.list('GET /users'),
  get: to.one('GET /users/{id}'),
  invite: to.one('POST /users/invite'),
  inviteMany: to.results('POST /users/bulk-invite'),
  /** Changes the caller's own name, or whether a user is external. */
  edit: to.one('PATCH /users/{id}'),
  setRole: to.one('PATCH /users/{id}/role'),
  /** The empty label clears the override. */
  setClearance: to.one('PATCH /users/{id}/clearance'),
  deactivate: to.one('POST /users/{id}/deactivate'),
  /** Removes the link to the identity provider; sessions that began with it end. */
  unlinkIdentity: to.one('DELETE /users/{id}/identity'),
  /** Removes lost second factors, with the recovery codes; sessions end. */
  resetSecondFactor: to.one('DELETE /users/{id}/second-factor'),
  unlinkKeyPerson: to.one('DELETE /users/{id}/key-person'),
  /** Deactivates for good, and takes name, address and credentials away. */
  erase: to.one('POST /users/{id}/erase'),
  reactivate: to.one('POST /users/{id}/reactivate'),
  /** The link in the mail no longer works. */
  revokeInvitation: to.one('DELETE /users/{id}/invitation'),
  sendActivationLink: to.one('POST /users/{id}/activation-link'),
  orgUnits: to.list('GET /users/{id}/org-units'),
  /** Rooms that the caller sees with the user among their members. */
  rooms: to.list('GET /users/{id}/rooms'),
  tokens: to.list('GET /users/{id}/tokens'),
  sessions: to.list('GET /users/{id}/sessions'),
  endSession: to.one('DELETE /users/{id}/sessions/{session_id}'),
  endSessions: to.one('DELETE /users/{id}/sessions'),
});

export const orgUnitCalls = (to: Caller) => ({
  list: to.list('GET /org-units'),
  create: to.one('POST /org-units'),
  get: to.one('GET /org-units/{id}'),
  edit: to.one('PATCH /org-units/{id}'),
  delete: to.one('DELETE /org-units/{id}'),
  members: to.list('GET /org-units/{id}/members'),
  addMember: to.one('POST /org-units/{id}/members'),
  removeMember: to.one('DELETE /org-units/{id}/members/{user_id}'),
});
