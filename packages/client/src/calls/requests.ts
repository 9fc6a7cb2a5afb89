import type { RefuseItemBody } from '../generated/operations.ts';
import type { Caller } from './caller.ts';
import type { CallOptions } from './request-of.ts';

/** Upload requests. The client's `askForFiles` draws the key and opens the draft. */
export const uploadRequestCalls = (to: Caller) => ({
  list: to.list('GET /rooms/{id}/upload-requests'),
  get: to.one('GET /upload-requests/{id}'),
  /** Makes a draft, with the wrapped key for its private half. */
  create: to.one('POST /rooms/{id}/upload-requests'),
  open: to.one('POST /upload-requests/{id}/open'),
  revoke: to.one('DELETE /upload-requests/{id}'),
});

/** The files that were sent to a room and wait. The client's `acceptItem` takes one into the room. */
export const inboxCalls = (to: Caller) => {
  const download = to.one('GET /rooms/{id}/inbox/{item_id}/download-url');
  const refuse = to.one('POST /rooms/{id}/inbox/{item_id}/refuse');
  return {
    list: to.list('GET /rooms/{id}/inbox'),
    /** Requests the address of an item, and the keys that open it. */
    download: (roomId: string, itemId: string, options?: CallOptions) => download(roomId, itemId, {}, options),
    accept: to.one('POST /rooms/{id}/inbox/{item_id}/accept'),
    refuse: (roomId: string, itemId: string, body: RefuseItemBody = {}, options?: CallOptions) =>
      refuse(roomId, itemId, body, options),
  };
};

/** Calls for the holder of an upload request, without a token. */
export const senderCalls = (to: Caller) => ({
  describe: to.one('GET /upload-requests/by-token/{token}'),
  announce: to.one('POST /upload-requests/by-token/{token}/upload-url'),
  confirm: to.one('POST /upload-requests/by-token/{token}/confirm'),
});
