import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../base/format.ts';
import { addressWith } from '../../../base/router.tsx';
import { Button } from '../../../design/controls.tsx';
import { useIsFolded } from '../../../design/folds.ts';
import { Icon, type IconName } from '../../../design/icons.tsx';
import type { Folder } from '../base/folders.ts';
import { IndexNumber } from '../base/index-number.tsx';
import { dropTarget, isOwnDrag } from './drop-target.ts';
import { TreeEdge, treeWidth } from './tree-edge.tsx';

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

const addressOf = (path: string): string => addressWith({ folder: path, file: '', find: '' });

/** Time that a drag rests on a closed folder before it opens. */
const RESTED_MS = 600;

/** Folders that open while something is dragged, because it rested on them. `rest`: called again and again where it is. */
function useRestedFolders(): Readonly<{ rested: ReadonlySet<string>; rest: (path: string) => void }> {
  const [rested, setRested] = useState<ReadonlySet<string>>(new Set());
  const at = useRef({ path: '', since: 0 });
  useEffect(() => {
    const close = (): void => setRested(new Set());
    for (const name of DRAG_ENDS) addEventListener(name, close, true);
    return () => {
      for (const name of DRAG_ENDS) removeEventListener(name, close, true);
    };
  }, []);
  const rest = (path: string): void => {
    const now = performance.now();
    if (at.current.path !== path) at.current = { path, since: now };
    else if (now - at.current.since > RESTED_MS && !rested.has(path)) setRested(new Set([...rested, path]));
  };
  return { rested, rest };
}

const DRAG_ENDS = ['dragend', 'drop'] as const;

/** The folders beside the list, on screens with room for them. Parents of the open folder show their subfolders. */
export function FolderTree({ root, open, total, isExact, onMore }: Props): ReactNode {
  const isFolded = useIsFolded('tree');
  const dragged = useRestedFolders();
  const place = useRef<HTMLElement>(null);
  if (root.folders.length === 0 || isFolded) return null;
  return (
    <>
      <nav
        className="folder-tree"
        id="folder-tree"
        aria-label="Folder tree"
        ref={place}
        style={{ flexBasis: treeWidth() }}
      >
        <a href={addressOf('')} {...dropTarget(root)} aria-current={open === '' ? 'page' : undefined}>
          <Icon name="room" />
          <span className="cut grow">All files</span>
          <small>{formatNumber(total)}</small>
        </a>
        <Branch folders={root.folders} open={open} isExact={isExact} {...dragged} />
        {onMore !== undefined && (
          <Button kind="quiet" onPress={onMore}>
            More folders
          </Button>
        )}
      </nav>
      <TreeEdge tree={place} />
    </>
  );
}

/** A lock says more than the arrow of a closed folder. */
function signOf({ groups, folders }: Folder, isOpen: boolean): IconName {
  if (isOpen && folders.length > 0) return 'down';
  if (groups !== undefined) return 'lock';
  return folders.length > 0 ? 'right' : 'folder';
}

type BranchProps = ReturnType<typeof useRestedFolders> &
  Readonly<{ folders: readonly Folder[]; open: string; isExact: boolean }>;

const Branch = ({ folders, open, ...rest }: BranchProps): ReactNode => (
  <ul>
    {folders.map((folder) => {
      const { path, name, index, count, folders: inner } = folder;
      const isOpen = open === path || open.startsWith(`${path}/`) || rest.rested.has(path);
      const target = dropTarget(folder);
      return (
        <li key={path}>
          <a
            href={addressOf(path)}
            {...target}
            onDragOver={(event: DragEvent<HTMLElement>) => {
              target.onDragOver(event);
              if (isOwnDrag(event)) rest.rest(path);
            }}
            aria-current={open === path ? 'page' : undefined}
            title={name}
          >
            <Icon name={signOf(folder, isOpen)} />
            <IndexNumber index={index} name={name} />
            <span className="cut grow">
              <bdi>{name}</bdi>
            </span>
            <small>
              {formatNumber(count)}
              {!rest.isExact && '+'}
            </small>
          </a>
          {isOpen && inner.length > 0 && <Branch folders={inner} open={open} {...rest} />}
        </li>
      );
    })}
  </ul>
);
