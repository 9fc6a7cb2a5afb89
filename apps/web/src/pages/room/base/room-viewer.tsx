import { type File as RoomFile, StrongroomError } from '@strongroom/client';
import type { ReactNode } from 'react';
import { queries } from '../../../base/queries.ts';
import { Classification } from '../../../design/classification.tsx';
import { saveRoomFile } from '../../../save/save-room-file.ts';
import { transfers } from '../../../transfer/page.ts';
import { KeyWaitNotice } from '../../key-wait-notice.tsx';
import type { ReadContent } from '../../viewer/use-content.ts';
import { Viewer, type ViewerProps } from '../../viewer/viewer.tsx';

/** A file of a room, or one that waits in its inbox and has no label. */
type Viewed = Pick<RoomFile, 'id' | 'room_id' | 'name' | 'size'> & Readonly<{ classification?: string | undefined }>;

type Props = Omit<ViewerProps, 'file' | 'read' | 'save' | 'label' | 'wait'> &
  Readonly<{
    file: Viewed;
    /** Reads the content; that of a file of the room by default. */
    read?: ReadContent;
  }>;

/** A file of a room over the whole window. */
export function RoomViewer({ file, read = (options) => transfers.readFile(file, options), ...rest }: Props): ReactNode {
  const readListed: ReadContent = async (options) => {
    try {
      return await read(options);
    } catch (failure) {
      // Another person deleted it, or it is hidden now: the list behind it is old.
      if (failure instanceof StrongroomError && failure.code === 'FILE_NOT_FOUND')
        void queries.invalidateQueries({ queryKey: ['files', file.room_id] });
      throw failure;
    }
  };
  return (
    <Viewer
      file={file}
      read={readListed}
      save={saveRoomFile}
      label={file.classification !== undefined && <Classification label={file.classification} isShort />}
      wait={<KeyWaitNotice />}
      {...rest}
    />
  );
}
