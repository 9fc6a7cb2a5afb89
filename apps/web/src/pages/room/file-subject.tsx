import type { Room, File as RoomFile } from '@strongroom/client';
import type { ReactNode } from 'react';
import { DeleteFiles } from './delete-files.tsx';
import { EditFile } from './edit-file.tsx';
import { IndexDownload } from './index-download.tsx';
import { ShareFile } from './share-file.tsx';
import { WhoSees } from './who-sees.tsx';
import { ZipDownload } from './zip-download.tsx';

/** Files with what is done to them. */
export type Subject = Readonly<
  | { what: 'index' }
  | { what: 'zip' | 'delete'; files: readonly RoomFile[] }
  | { what: 'share' | 'edit' | 'who'; files: readonly [RoomFile] }
>;

type Props = Readonly<{ subject: Subject; room: Room; onClose: () => void; onDeleted: () => void }>;

export function FileSubject({ subject, room, onClose, onDeleted }: Props): ReactNode {
  if (subject.what === 'index') return <IndexDownload room={room} onClose={onClose} />;
  if (subject.what === 'zip') return <ZipDownload files={subject.files} name={room.name} onClose={onClose} />;
  if (subject.what === 'delete')
    return <DeleteFiles files={subject.files} roomId={room.id} onClose={onClose} onDone={onDeleted} />;
  const [file] = subject.files;
  if (subject.what === 'share') return <ShareFile file={file} onClose={onClose} />;
  if (subject.what === 'edit') return <EditFile file={file} room={room} onClose={onClose} />;
  return <WhoSees file={file} room={room} onClose={onClose} />;
}
