import type { Caller } from './caller.ts';

/** The single steps. The client's `upload` and `download` perform them in order, with the cryptography. */
export const fileCalls = (to: Caller) => ({
  list: to.list('GET /rooms/{room_id}/files'),
  get: to.one('GET /files/{file_id}'),
  /** Renames, moves or relabels. */
  edit: to.one('PATCH /files/{file_id}'),
  delete: to.one('DELETE /files/{file_id}'),
  deleteMany: to.results('POST /rooms/{room_id}/files/bulk-delete'),
  /** Requests an address for the PUT of the ciphertext, and a wrapped key to encrypt it with. */
  announce: to.one('POST /rooms/{room_id}/files/upload-url'),
  announceMany: to.results('POST /rooms/{room_id}/files/upload-urls'),
  confirm: to.one('POST /rooms/{room_id}/files/{file_id}/confirm'),
  confirmMany: to.results('POST /rooms/{room_id}/files/bulk-confirm'),
  /** Requests the address of the ciphertext and everything needed to decrypt it. */
  download: to.one('GET /files/{file_id}/download-url'),
  downloadMany: to.results('POST /files/bulk-download-urls'),
});

export const shareCalls = (to: Caller) => ({
  create: to.one('POST /files/{file_id}/share'),
  list: to.list('GET /files/{file_id}/shares'),
  listOfRoom: to.list('GET /rooms/{id}/shares'),
  get: to.one('GET /shares/{id}'),
  revoke: to.one('DELETE /shares/{id}'),
});

/** Calls for the holder of a link, without a token. */
export const linkCalls = (to: Caller) => ({
  /** Describes the file of a link. Uses up no download. */
  describe: to.one('GET /shares/by-token/{token}'),
  /** Uses up one download. */
  redeem: to.one('POST /shares/by-token/{token}/download'),
});
