import { type File as RoomFile, StrongroomError } from '@strongroom/client';
import type { ReactNode } from 'react';
import { formatDate } from '../../../base/format.ts';
import { queries } from '../../../base/queries.ts';
import { Classification } from '../../../design/classification.tsx';
import { downloadFile } from '../../../transfer/download-file.ts';
import { transfers } from '../../../transfer/page.ts';
import { KeyWaitNotice } from '../../key-wait-notice.tsx';
import type { ReadContent } from '../../viewer/use-content.ts';
import { Viewer, type ViewerProps } from '../../viewer/viewer.tsx';
import { useUploaders } from './uploaders.ts';

/** A file of a room, or one that waits in its inbox and has no label. */
type Viewed = Pick<RoomFile, 'id' | 'room_id' | 'name' | 'size'> &
  Readonly<{ classification?: string | undefined; uploaded_by?: string; uploaded_at?: string }>;

type Props = Omit<ViewerProps, 'file' | 'read' | 'save' | 'label' | 'about' | 'wait'> &
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
      save={downloadFile}
      label={file.classification !== undefined && <Classification label={file.classification} isShort />}
      about={<Adding {...file} />}
      wait={<KeyWaitNotice />}
      {...rest}
    />
  );
}

/** The person who added it and the day. */
function Adding({ uploaded_by: by, uploaded_at: at }: Viewed): ReactNode {
  const person = useUploaders(by === undefined ? [] : [by])(by ?? '');
  return at !== undefined && `Added${person === '' ? '' : ` by ${person}`} on ${formatDate(at)}.`;
}
