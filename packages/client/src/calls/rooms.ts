import type { Caller } from './caller.ts';

export const roomCalls = (to: Caller) => ({
  /** The rooms that the caller is a member of. */
  list: to.list('GET /rooms'),
  create: to.one('POST /rooms'),
  get: to.one('GET /rooms/{id}'),
  edit: to.one('PATCH /rooms/{id}'),
  /** Permanent: all files and keys are destroyed. */
  delete: to.one('DELETE /rooms/{id}'),
  /** Favourites are the caller's own. */
  chooseFavourite: to.one('PATCH /rooms/{id}/favourite'),
  /** Notes how many files the caller has seen, for all their browsers. */
  noteVisit: to.one('PATCH /rooms/{id}/visit'),
  archive: to.one('POST /rooms/{id}/archive'),
  unarchive: to.one('POST /rooms/{id}/unarchive'),
  /** Numbers the folders and files of a room with index numbers again; the answer counts those that the caller sees. */
  renumber: to.one('POST /rooms/{id}/renumber'),
  /** Records that an export begins, or ended with a manifest. */
  recordExport: to.one('POST /rooms/{id}/exports'),
  /** Numbers of members who would gain and lose sight of a file or folder. Changes nothing. */
  previewSight: to.one('POST /rooms/{id}/sight'),
  /** Mails with news of the room, to the caller. */
  notifications: to.one('GET /rooms/{id}/notifications'),
  editNotifications: to.one('PATCH /rooms/{id}/notifications'),
  /** The rooms whose metadata an overseer may see without being a member. */
  overseen: to.list('GET /oversight/rooms'),
});

export const memberCalls = (to: Caller) => ({
  list: to.list('GET /rooms/{id}/members'),
  /** Adds a member, or changes the role of one. */
  add: to.one('POST /rooms/{id}/members'),
  addMany: to.results('POST /rooms/{id}/members/bulk'),
  /** Invites by e-mail address; an unknown one becomes an external user. */
  invite: to.one('POST /rooms/{id}/invitations'),
  remove: to.one('DELETE /rooms/{id}/members/{user_id}'),
});

/** Groups of members of a room. */
export const groupCalls = (to: Caller) => ({
  /** All groups for owners of the room; for other members those that they are in. */
  list: to.list('GET /rooms/{id}/groups'),
  create: to.one('POST /rooms/{id}/groups'),
  edit: to.one('PATCH /rooms/{id}/groups/{group_id}'),
  /** Its members stay in the room. */
  delete: to.one('DELETE /rooms/{id}/groups/{group_id}'),
  addMember: to.one('POST /rooms/{id}/groups/{group_id}/members'),
  addMembers: to.results('POST /rooms/{id}/groups/{group_id}/members/bulk'),
  removeMember: to.one('DELETE /rooms/{id}/groups/{group_id}/members/{user_id}'),
});

export const receiptCalls = (to: Caller) => ({
  list: to.list('GET /destruction-receipts'),
  get: to.one('GET /destruction-receipts/{id}'),
  files: to.list('GET /destruction-receipts/{id}/files'),
  /** The proof that the destruction is in the audit log: a text that `strongroom audit verify` verifies. */
  proof: to.response('GET /destruction-receipts/{id}/proof'),
});
