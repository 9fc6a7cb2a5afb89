import type { ReactNode } from 'react';
import { formatDateTime } from '../../../base/format.ts';
import { formatSize } from '../../../base/size.ts';

export type FileFacts = Readonly<{ size: number; uploaded_at?: string; modified_at?: string | undefined }>;

/** The size and the time of a file, which tell it from another one of its name. */
export function sentenceOf({ size, uploaded_at: addedAt, modified_at: changedAt }: FileFacts): string {
  const at = changedAt ?? addedAt;
  return at === undefined
    ? formatSize(size)
    : `${formatSize(size)}, ${changedAt === undefined ? 'added' : 'changed'} ${formatDateTime(at)}`;
}

type TwoFilesProps = Readonly<{
  name: string;
  /** The folder, where it is not the one that everything goes to. */
  folder?: string;
  there: FileFacts;
  /** The file that comes there, and the word for it. */
  coming: FileFacts;
  comes: 'To add' | 'To move';
}>;

/** Two files of one name, with what tells them apart. */
export const TwoFiles = ({ name, folder = '', there, coming, comes }: TwoFilesProps): ReactNode => (
  <div className="two-files">
    <p>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {folder !== '' && (
        <>
          {' '}
          in <bdi>{folder}</bdi>
        </>
      )}
    </p>
    <dl className="facts">
      <dt>In the room</dt>
      <dd>{sentenceOf(there)}</dd>
      <dt>{comes}</dt>
      <dd>{sentenceOf(coming)}</dd>
    </dl>
  </div>
);

/** The consequence for the file that is replaced. */
export const replacedNote = (binDays: number): string =>
  `The file that is there ${binDays > 0 ? 'goes to the bin' : 'is deleted'}, and its links end`;
