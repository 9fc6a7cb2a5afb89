import { type AvailableFile, DomainError, type FileId } from '@strongroom/domain';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { files } from '../../store/files.ts';

/** The file as it is now, for the answer to a repeated request. Throws FILE_NOT_FOUND. */
export function presentFile(snapshot: Snapshot, id: FileId): AvailableFile {
  const file = snapshot.find(files, id);
  if (file?.status !== 'available') throw new DomainError('FILE_NOT_FOUND');
  return file;
}
