import type { File as RoomFile } from '@strongroom/client';
import { type ReactNode, useMemo } from 'react';
import { number } from '../../base/format.ts';
import { Icon } from '../../design/icons.tsx';
import { type Folder, foldersOf } from './room-files.ts';

type Props = Readonly<{ files: readonly RoomFile[]; open: string }>;

const addressOf = (path: string): string => {
  const url = new URL(location.href);
  for (const name of ['file', 'find']) url.searchParams.delete(name);
  if (path === '') url.searchParams.delete('folder');
  else url.searchParams.set('folder', path);
  return url.pathname + url.search;
};

/** The folders beside the list, on screens with room for them. Folders on the way to the open one show theirs. */
export function FolderTree({ files, open }: Props): ReactNode {
  const root = useMemo(() => foldersOf(files), [files]);
  if (root.folders.length === 0) return null;
  return (
    <nav className="folder-tree" aria-label="Folder tree">
      <a href={addressOf('')} aria-current={open === '' ? 'page' : undefined}>
        <Icon name="room" />
        <span className="cut grow">All files</span>
        <small>{number(root.count)}</small>
      </a>
      <Branch folders={root.folders} open={open} />
    </nav>
  );
}

const Branch = ({ folders, open }: Readonly<{ folders: readonly Folder[]; open: string }>): ReactNode => (
  <ul>
    {folders.map(({ path, name, index, count, folders: inner }) => {
      const isOpen = open === path || open.startsWith(`${path}/`);
      return (
        <li key={path}>
          <a href={addressOf(path)} aria-current={open === path ? 'page' : undefined} title={name}>
            <Icon name={isOpen && inner.length > 0 ? 'down' : 'folder'} />
            <span className="cut grow">
              <span className="soft">{index}</span> <bdi>{name}</bdi>
            </span>
            <small>{number(count)}</small>
          </a>
          {isOpen && inner.length > 0 && <Branch folders={inner} open={open} />}
        </li>
      );
    })}
  </ul>
);
