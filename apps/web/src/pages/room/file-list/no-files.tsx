import type { ReactNode } from 'react';
import { isolateNames } from '../../../base/isolating.ts';
import { useObserved } from '../../../base/observed.ts';
import { useOffer } from '../../../base/queries.ts';
import { setQuery } from '../../../base/router.tsx';
import { formatSize } from '../../../base/size.ts';
import { Button } from '../../../design/controls.tsx';
import { Empty } from '../../../design/text.tsx';
import { uploadQueue } from '../../../transfer/page.ts';
import type { UploadState } from '../../../transfer/queued-files.ts';
import { NO_FILTER } from '../base/file-filter.ts';

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

/** Filters that no file fits. */
export const NothingFits = (): ReactNode => (
  <Empty
    icon="search"
    title="No file fits these filters"
    action={<Button onPress={() => setQuery(NO_FILTER)}>Clear the filters</Button>}
  >
    The open folder and all below it were looked through.
  </Empty>
);

type NothingProps = Readonly<{
  find: string;
  /** The open folder. */
  folder: string;
  /** There is such a folder. */
  isKnown: boolean;
  /** The buttons of a person who may add files. */
  add: ReactNode;
}>;

/** A folder or a search without rows, and what a person can do about it. */
export function NothingListed({ find, folder, isKnown, add }: NothingProps): ReactNode {
  if (find === '')
    return (
      <Empty icon="folder" title="This folder is empty" action={isKnown && add}>
        {isKnown
          ? add
            ? 'Drop files here, or add them.'
            : 'Files will appear here when they are added.'
          : 'Nothing is in it any more, or you may not see what is.'}
      </Empty>
    );
  return (
    <Empty
      icon="search"
      title={isolateNames`Nothing is called ${find}`}
      action={
        <div className="row">
          {folder !== '' && <Button onPress={() => setQuery({ folder: '' })}>Search the whole room</Button>}
          <Button onPress={() => setQuery({ find: '' })}>Clear the search</Button>
        </div>
      }
    >
      {folder === ''
        ? 'All names of files and folders were searched.'
        : 'All names of files and folders were searched in this folder and below it.'}{' '}
      Try fewer letters of the name. Contents cannot be searched: only your browser can read them.
    </Empty>
  );
}
