import type { ReactNode } from 'react';
import { Empty } from '../../design/text.tsx';

/** `add`: the buttons of a person who may add files. */
export const NoFiles = ({ add }: Readonly<{ add: ReactNode }>): ReactNode => (
  <Empty icon="upload" title={add ? 'Add the first files' : 'No files yet'} action={add}>
    {add
      ? 'Drop files or whole folders here. They are encrypted in this browser before they leave it, so the service cannot search, preview or scan them.'
      : 'Files will appear here when an owner or contributor adds them.'}
  </Empty>
);

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
