import type { File } from '@strongroom/client';
import type { ReactNode } from 'react';
import { fileAddress } from '../../base/file-address.ts';
import { formatTimeAgo } from '../../base/format.ts';
import { FileName } from '../../design/file-name.tsx';
import { Icon } from '../../design/icons.tsx';
import { kindOfFile } from '../viewer/file-kind.ts';

/** A file in the news of a room, which leads to it, and how long ago it came. */
export const NewFile = ({ roomId, file }: Readonly<{ roomId: string; file: File }>): ReactNode => (
  <li className="row">
    <Icon name={kindOfFile(file)} />
    <a className="name grow" href={fileAddress(roomId, file)}>
      <FileName name={file.name} />
    </a>
    <span className="soft">{formatTimeAgo(file.uploaded_at)}</span>
  </li>
);
