import { described, IdReference, nullable } from '@strongroom/domain';
import { refuseFields } from '../describe/dto.ts';

/** The folder of a file by its id, so that a new name of the folder is followed. */
export const NamedFolder = described(
  nullable(IdReference),
  'The folder by its id, in place of `folder`; null for the top of the room.',
);

/** A condition of JSON Schema: not both name the folder. */
export const ONE_FOLDER = { not: { required: ['folder', 'folder_id'] } } as const;

/** Throws VALIDATION_ERROR for a folder that is named twice. */
export function refuseTwoFolders({ folder, folder_id: id }: Readonly<{ folder?: unknown; folder_id?: unknown }>): void {
  if (folder !== undefined && id !== undefined)
    refuseFields([{ field: 'folder_id', rule: 'alone', message: 'excludes folder' }]);
}
