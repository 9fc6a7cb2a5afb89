import type { ExportRecorded } from '@strongroom/application';
import { type ViewOf, view } from '../describe/view.ts';
import { count, id, orNull, text } from './view-fields.ts';

export const RoomExportView = view('RoomExport', {
  id: id('The event in the audit log.'),
  room_id: id('The room.'),
  files: count('Number of files.'),
  manifest_sha256: orNull(text('SHA-256 of the manifest in hexadecimal; null at the beginning of an export.')),
});

export const roomExportView = (made: ExportRecorded): ViewOf<typeof RoomExportView> => ({
  id: made.eventId,
  room_id: made.roomId,
  files: made.files,
  manifest_sha256: made.manifestHash,
});
