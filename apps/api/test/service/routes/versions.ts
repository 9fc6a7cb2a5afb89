import { IV, TAG } from '../../support/people-in-memory.ts';
import { bob, type HiddenCase, hiddenFile } from '../hidden-cases.ts';
import type { RowsByRoute } from './row.ts';

const hiddenVersion = (why: string, by: HiddenCase['by']): HiddenCase => ({
  why,
  by,
  params: ({ versioned }) => ({ file_id: versioned, version: '1' }),
  hides: 'version',
  code: 'VERSION_NOT_FOUND',
});

const hidden: readonly HiddenCase[] = [
  ...hiddenFile(() => ({ version: '1' })),
  hiddenVersion('a version above the clearance', bob),
  hiddenVersion('an earlier version, for a viewer', ({ vic }) => vic.caller),
];

/** The routes of the versions of a file. The file of the cast has one. */
export const versionRows = {
  'GET /files/:file_id/versions': {
    rights: { scope: 'read:files', allowed: ['viewer', '200'], refused: ['officer', 'FILE_NOT_FOUND'] },
    hidden: hiddenFile(),
    list: ({ ada, linked, file }) => ({
      path: `/files/${file}/versions`,
      by: ada.caller,
      id: 'version',
      add: async () => {
        const sent = { replaces: file, size: 5, content_type: 'text/plain' };
        const { upload_url, file_id } = (await ada.caller.post(`/rooms/${linked}/files/upload-url`, sent)).body.data;
        await fetch(upload_url, { method: 'PUT', body: 'hello' });
        return ada.caller.post(`/rooms/${linked}/files/${file_id}/confirm`, { iv: IV, tag: TAG });
      },
      remove: async (version) => {
        const { data } = (await ada.caller.get(`/files/${file}/versions`)).body;
        const other = data.find((one: { version: number }) => one.version !== Number(version));
        await ada.caller.post(`/files/${file}/versions/${other.version}/restore`);
        return ada.caller.delete(`/files/${file}/versions/${version}`);
      },
    }),
  },
  'POST /files/:file_id/versions/:version/restore': {
    rights: { scope: 'write:files', allowed: ['contributor', '200'], refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'] },
    request: () => ({ params: { version: '1' } }),
    hidden,
  },
  'DELETE /files/:file_id/versions/:version': {
    rights: {
      scope: 'delete:files',
      allowed: ['contributor', 'VERSION_IS_CURRENT'],
      refused: ['viewer', 'INSUFFICIENT_ROOM_ROLE'],
    },
    request: () => ({ params: { version: '1' } }),
    hidden,
  },
} satisfies Partial<RowsByRoute>;
