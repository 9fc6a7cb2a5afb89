import type { ReactNode } from 'react';
import { useObserved } from '../../../base/observed.ts';
import { useOffer } from '../../../base/queries.ts';
import { formatSize } from '../../../base/size.ts';
import { Empty } from '../../../design/text.tsx';
import { uploadQueue } from '../../../transfer/page.ts';
import type { UploadState } from '../../../transfer/queued-files.ts';

type Props = Readonly<{
  roomId: string;
  /** The buttons of a person who may add files. */
  add: ReactNode;
}>;

export function NoFiles({ roomId, add }: Props): ReactNode {
  const isArriving = useObserved(uploadQueue.shown).files.some((file) => file.roomId === roomId && isComing(file));
  const { data: offer } = useOffer();
  const [title, text] = isArriving ? ARRIVING : add ? FIRST : NONE;
  return (
    <Empty icon="upload" title={title} action={add}>
      {text}
      {title === FIRST[0] && offer !== undefined && ` A file can have ${formatSize(offer.limits.file_bytes)} at most.`}
    </Empty>
  );
}

const isComing = ({ state }: Readonly<{ state: UploadState }>): boolean => state !== 'failed' && state !== 'there';

const ARRIVING = ['The first files are on their way', 'They appear here as they arrive.'] as const;
const FIRST = [
  'Add the first files',
  'Drop files or whole folders here. They are encrypted in this browser before they leave it, so the service cannot search, preview or scan them.',
] as const;
const NONE = ['No files yet', 'Files will appear here when an owner or contributor adds them.'] as const;

/** A folder or a search without rows. `isKnown`: there is such a folder. */
export const NothingListed = ({ find, isKnown }: Readonly<{ find: string; isKnown: boolean }>): ReactNode => (
  <Empty icon="search" title={find === '' ? 'This folder is empty' : 'No file has this name'}>
    {find === ''
      ? isKnown
        ? 'Add files to it, or go back to the folder above.'
        : 'Nothing is in it any more, or you may not see what is.'
      : 'All names of files and folders were searched. Contents cannot be: only your browser can read them.'}
  </Empty>
);
