import { ExportedFiles, ManifestHash, optional, RoomId } from '@strongroom/domain';
import { created } from '../describe/answers.ts';
import { Is } from '../describe/is.ts';
import { one } from '../describe/shape.ts';
import { RoomExportView, roomExportView } from './exports.views.ts';
import { route } from './route.ts';

class RecordExportBody {
  @Is(ExportedFiles) files!: ExportedFiles;
  @Is(optional(ManifestHash)) manifest_sha256?: ManifestHash;
}

export const exportRoutes = [
  route({
    operationId: 'recordExport',
    method: 'post',
    path: '/rooms/:id/exports',
    access: 'signed-in',
    action: 'room.export',
    summary: 'Record that you export a room',
    description:
      'Call it before the first download, with the number of files, and at the end with the hash of the manifest: `strongroom export` does. It releases nothing; each download has its own event.',
    params: { id: RoomId },
    body: RecordExportBody,
    answer: one(RoomExportView),
    status: [201],
    handle: async (app, ctx, { params, body }) => {
      const { files, manifest_sha256: manifestHash } = body;
      const seen = await app.rooms.recordExport(ctx, { roomId: params.id, files, manifestHash });
      return created(roomExportView(seen));
    },
  }),
];
