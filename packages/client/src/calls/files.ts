import type {
  PackageFile,
  PackageMeta,
  RedeemedPackageMeta,
  SharedFile,
  SharedPackage,
} from '../generated/operations.ts';
import { unsafeAs } from '../http/answer.ts';
import type { Caller } from './caller.ts';
import type { CallOptions } from './request-of.ts';

/** The single steps. The client's `upload` and `download` perform them in order, with the cryptography. */
export function fileCalls(to: Caller) {
  const download = to.one('GET /files/{file_id}/download-url');
  return {
    list: to.list('GET /rooms/{room_id}/files'),
    /** The folders of a room, by path, also empty ones. */
    folders: to.list('GET /rooms/{id}/folders'),
    get: to.one('GET /files/{file_id}'),
    /** Renames, moves or relabels. */
    edit: to.one('PATCH /files/{file_id}'),
    delete: to.one('DELETE /files/{file_id}'),
    moveMany: to.results('POST /rooms/{room_id}/files/bulk-move'),
    deleteMany: to.results('POST /rooms/{room_id}/files/bulk-delete'),
    /** Requests an address for the PUT of the ciphertext, and a wrapped key to encrypt it with. */
    announce: to.one('POST /rooms/{room_id}/files/upload-url'),
    announceMany: to.results('POST /rooms/{room_id}/files/upload-urls'),
    /** The missing parts of an upload, with addresses. */
    uploadParts: to.one('POST /files/{file_id}/upload-parts'),
    confirm: to.one('POST /rooms/{room_id}/files/{file_id}/confirm'),
    confirmMany: to.results('POST /rooms/{room_id}/files/bulk-confirm'),
    /** Requests the address of the ciphertext and everything needed to decrypt it. */
    download: (fileId: string, options: CallOptions & VersionOption = {}) =>
      download(fileId, { version: options.version }, options),
    downloadMany: to.results('POST /files/bulk-download-urls'),
    /** A fresh key grant: for an upload that is pending, to read a file, or to take its key out for a link. */
    grantKey: to.one('POST /files/{file_id}/key-grant'),
  };
}

/** Folders of a room, one by one. `files.folders` lists them. */
export const folderCalls = (to: Caller) => ({
  get: to.one('GET /rooms/{id}/folders/{folder_id}'),
  /** With those missing above it. One that is there is the answer. */
  create: to.one('POST /rooms/{id}/folders'),
  createMany: to.results('POST /rooms/{id}/folders/bulk'),
  /** Renames or moves it with everything below it. */
  edit: to.one('PATCH /rooms/{id}/folders/{folder_id}'),
  /** Restricts a folder to groups of the room; null lifts it. */
  restrict: to.one('PUT /rooms/{id}/folders/{folder_id}/access'),
  /** Deletes an empty folder. */
  delete: to.one('DELETE /rooms/{id}/folders/{folder_id}'),
});

/** The versions of a file. The client's `download` reads one with `version`. */
export const versionCalls = (to: Caller) => ({
  list: to.list('GET /files/{file_id}/versions'),
  /** Makes it the current version again. */
  restore: to.one('POST /files/{file_id}/versions/{version}/restore'),
  delete: to.one('DELETE /files/{file_id}/versions/{version}'),
});

/** Deleted files of rooms with a bin. */
export const binCalls = (to: Caller) => ({
  list: to.list('GET /rooms/{id}/bin'),
  restore: to.one('POST /files/{file_id}/restore'),
  /** Destroys one file now. */
  destroy: to.one('DELETE /rooms/{id}/bin/{file_id}'),
  /** Destroys what the caller sees, at most 2000 files: repeat it until it destroys none. */
  empty: to.one('DELETE /rooms/{id}/bin'),
});

export type FileCalls = ReturnType<typeof fileCalls>;

/** `version`: the one to read; without it, the current one. */
export type VersionOption = Readonly<{ version?: number | undefined }>;

export const shareCalls = (to: Caller) => ({
  create: to.one('POST /files/{file_id}/share'),
  /** One link to several files of a room. */
  createPackage: to.one('POST /rooms/{id}/packages'),
  list: to.list('GET /files/{file_id}/shares'),
  listOfRoom: to.list('GET /rooms/{id}/shares'),
  get: to.one('GET /shares/{id}'),
  /** The files that a link leads to, as its holders see them, without those that are deleted or hidden from the caller. */
  listFiles: to.list('GET /shares/{id}/files'),
  change: to.one('PATCH /shares/{id}'),
  revoke: to.one('DELETE /shares/{id}'),
});

type Look = Readonly<{ data: SharedFile | SharedPackage; meta: PackageMeta | undefined }>;
type Taken = Readonly<{ data: readonly PackageFile[]; meta: RedeemedPackageMeta }>;
type Part = Readonly<{ redemption?: string; cursor?: string; items?: readonly number[] }>;

/** Calls for the holder of a link that may lead to several files. */
export function packageLinkCalls(to: Caller) {
  const look = to.whole('GET /shares/by-token/{token}');
  const take = to.whole('POST /shares/by-token/{token}/download');
  return {
    /** Describes what a link leads to. `cursor`: of a further page of the files of a package. */
    look: async (token: string, cursor: string | undefined, options?: CallOptions) =>
      unsafeAs<Look>(await look(token, { cursor }, options)),
    /** Without `redemption` it uses up one download. */
    take: async (token: string, part: Part, options?: CallOptions) => unsafeAs<Taken>(await take(token, part, options)),
  };
}

/** Calls for the holder of a link, without a token. */
export const linkCalls = (to: Caller) => {
  const describe = to.one('GET /shares/by-token/{token}');
  const redeem = to.one('POST /shares/by-token/{token}/download');
  const resume = to.one('POST /shares/by-token/{token}/resume');
  return {
    /** Describes the file of a link. Uses up no download. */
    describe: (token: string, options?: CallOptions) => describe(token, {}, options),
    /** Uses up one download. */
    redeem: (token: string, options?: CallOptions) => redeem(token, {}, options),
    /** Another address for a counted download, without its key. */
    resume: (token: string, redemption: string, options?: CallOptions) => resume(token, { redemption }, options),
  };
};
