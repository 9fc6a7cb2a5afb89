import { FileId, RoomId } from '@strongroom/domain';
import { listed, ok } from '../describe/answers.ts';
import { MayPageQuery, pageRequest } from '../describe/page.ts';
import { one, pageOf } from '../describe/shape.ts';
import { BinEmptiedView, BinnedFileView, binnedFileView, FileDestroyedView, fileDestroyedView } from './bin.views.ts';
import { FileView, fileView } from './files.views.ts';
import { route } from './route.ts';

export const binRoutes = [
  route({
    operationId: 'listBin',
    method: 'get',
    path: '/rooms/:id/bin',
    access: 'signed-in',
    action: 'bin.list',
    summary: 'List the deleted files of a room that can be restored',
    description:
      'Owners of the room see all up to their clearance, other members what they deleted themselves. The last deleted file is the first.',
    params: { id: RoomId },
    query: MayPageQuery,
    answer: pageOf(BinnedFileView),
    status: [200],
    handle: async (app, ctx, { params, query }) =>
      listed(binnedFileView, await app.bin.list(ctx, { roomId: params.id, ...pageRequest(query) })),
  }),
  route({
    operationId: 'restoreFile',
    method: 'post',
    path: '/files/:file_id/restore',
    access: 'signed-in',
    action: 'file.restore',
    locate: { kind: 'file', param: 'file_id' },
    summary: 'Restore a file from the bin',
    description:
      'It is the same file in its folder, with its id. Its share links ended with its deletion and stay so. A restricted folder that is gone comes back with the list that it had; where others make folders by now, 409 `STRUCTURE_OPEN`.',
    params: { file_id: FileId },
    answer: one(FileView),
    status: [200],
    errors: ['STRUCTURE_OPEN', 'LIMIT_REACHED'],
    handle: async (app, ctx, { params }) => ok(fileView(await app.bin.restore(ctx, { fileId: params.file_id }))),
  }),
  route({
    operationId: 'destroyBinnedFile',
    method: 'delete',
    path: '/rooms/:id/bin/:file_id',
    access: 'signed-in',
    action: 'bin.destroy',
    summary: 'Destroy a file in the bin of a room now',
    description: 'The wrapped key is erased with this call, the object by a job shortly after.',
    params: { id: RoomId, file_id: FileId },
    answer: one(FileDestroyedView),
    status: [200],
    handle: async (app, ctx, { params }) =>
      ok(fileDestroyedView(await app.bin.destroy(ctx, { roomId: params.id, fileId: params.file_id }))),
  }),
  route({
    operationId: 'emptyBin',
    method: 'delete',
    path: '/rooms/:id/bin',
    access: 'signed-in',
    action: 'bin.empty',
    summary: 'Destroy the files in the bin of a room that you see',
    description:
      'At most 2000 for each request, the oldest first: repeat it until `destroyed` is 0. Files above your clearance stay.',
    params: { id: RoomId },
    answer: one(BinEmptiedView),
    status: [200],
    handle: async (app, ctx, { params }) =>
      ok({ room_id: params.id, destroyed: await app.bin.empty(ctx, { roomId: params.id }) }),
  }),
];
