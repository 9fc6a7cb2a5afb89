import type { ReactNode } from 'react';
import { formatNumber } from '../../../base/format.ts';
import { Button } from '../../../design/controls.tsx';
import { useIsFolded } from '../../../design/folds.ts';
import { Icon } from '../../../design/icons.tsx';
import type { Folder } from '../base/folders.ts';
import { IndexNumber } from '../base/index-number.tsx';
import { dropTarget } from './drop-target.ts';

type Props = Readonly<{
  root: Folder;
  open: string;
  /** Files of the room. */
  total: number;
  /** Whether the folders count all of them. */
  isExact: boolean;
  /** Reads more folders, where there are more. */
  onMore: (() => void) | undefined;
}>;

const addressOf = (path: string): string => {
  const url = new URL(location.href);
  for (const name of ['file', 'find']) url.searchParams.delete(name);
  if (path === '') url.searchParams.delete('folder');
  else url.searchParams.set('folder', path);
  return url.pathname + url.search;
};

/** The folders beside the list, on screens with room for them. Parents of the open folder show their subfolders. */
export function FolderTree({ root, open, total, isExact, onMore }: Props): ReactNode {
  const isFolded = useIsFolded('tree');
  if (root.folders.length === 0 || isFolded) return null;
  return (
    <nav className="folder-tree" aria-label="Folder tree">
      <a href={addressOf('')} {...dropTarget(root)} aria-current={open === '' ? 'page' : undefined}>
        <Icon name="room" />
        <span className="cut grow">All files</span>
        <small>{formatNumber(total)}</small>
      </a>
      <Branch folders={root.folders} open={open} isExact={isExact} />
      {onMore !== undefined && (
        <Button kind="quiet" onPress={onMore}>
          More folders
        </Button>
      )}
    </nav>
  );
}

type BranchProps = Readonly<{ folders: readonly Folder[]; open: string; isExact: boolean }>;

const Branch = ({ folders, open, isExact }: BranchProps): ReactNode => (
  <ul>
    {folders.map((folder) => {
      const { path, name, index, count, groups, folders: inner } = folder;
      const isOpen = open === path || open.startsWith(`${path}/`);
      return (
        <li key={path}>
          <a
            href={addressOf(path)}
            {...dropTarget(folder)}
            aria-current={open === path ? 'page' : undefined}
            title={name}
          >
            <Icon name={isOpen && inner.length > 0 ? 'down' : groups === undefined ? 'folder' : 'lock'} />
            <IndexNumber index={index} name={name} />
            <span className="cut grow">
              <bdi>{name}</bdi>
            </span>
            <small>
              {formatNumber(count)}
              {!isExact && '+'}
            </small>
          </a>
          {isOpen && inner.length > 0 && <Branch folders={inner} open={open} isExact={isExact} />}
        </li>
      );
    })}
  </ul>
);
