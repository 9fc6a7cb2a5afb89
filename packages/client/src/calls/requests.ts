import type { KeyUnwrapper } from '../base/key-unwrapper.ts';
import type { CreateUploadRequestBody, RefuseItemBody } from '../generated/operations.ts';
import type { CallOptions } from '../http/http.ts';
import type { Caller } from './caller.ts';
import { withClient } from './files.ts';

type Granting = Pick<KeyUnwrapper, 'client'> | undefined;

/** Upload requests. The client's `askForFiles` draws the key and opens the draft. */
export const uploadRequestCalls = (to: Caller, unwrapper?: Granting) => {
  const create = to.one('POST /rooms/{id}/upload-requests');
  return {
    list: to.list('GET /rooms/{id}/upload-requests'),
    get: to.one('GET /upload-requests/{id}'),
    /** Makes a draft, with the wrapped key for its private half. */
    create: async (roomId: string, body: CreateUploadRequestBody, options?: CallOptions) =>
      create(roomId, await withClient(body, unwrapper), options),
    open: to.one('POST /upload-requests/{id}/open'),
    revoke: to.one('DELETE /upload-requests/{id}'),
  };
};

/** The files that were sent to a room and wait. The client's `acceptItem` takes one into the room. */
export const inboxCalls = (to: Caller, unwrapper?: Granting) => {
  const download = to.one('GET /rooms/{id}/inbox/{item_id}/download-url');
  const refuse = to.one('POST /rooms/{id}/inbox/{item_id}/refuse');
  return {
    list: to.list('GET /rooms/{id}/inbox'),
    /** Requests the address of an item, and the keys that open it. */
    download: async (roomId: string, itemId: string, options?: CallOptions) =>
      download(roomId, itemId, await withClient({}, unwrapper), options),
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
