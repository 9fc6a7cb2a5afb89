import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { formatNumber } from '../../../base/format.ts';
import { addressWith } from '../../../base/router.tsx';
import { Button } from '../../../design/controls.tsx';
import { useIsFolded } from '../../../design/folds.ts';
import { Icon, type IconName } from '../../../design/icons.tsx';
import { rowAfter, TypeAhead } from '../../../design/list-keys.ts';
import type { Folder } from '../base/folders.ts';
import { IndexNumber } from '../base/index-number.tsx';
import { dropTarget, isOwnDrag } from './drop-target.ts';
import { TreeEdge, treeWidth } from './tree-edge.tsx';
import { type PlaceInTree, placeAbove, placesOf } from './tree-places.ts';

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

const LEVEL_PX = 14;
/** Folders that a Page key goes over. */
const PAGE = 10;

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

/** Folders that a person opened and closed. Those closed hold until another folder is opened, whose way is then shown. */
function useToggled(open: string) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [closed, setClosed] = useState({ at: open, paths: new Set<string>() });
  const hidden: ReadonlySet<string> = closed.at === open ? closed.paths : new Set();
  const toggle = (path: string, willOpen: boolean): void => {
    setOpened(new Set(willOpen ? [...opened, path] : [...opened].filter((one) => one !== path)));
    setClosed({ at: open, paths: new Set(willOpen ? [...hidden].filter((one) => one !== path) : [...hidden, path]) });
  };
  const isOpen = (path: string): boolean =>
    opened.has(path) || (!hidden.has(path) && (open === path || open.startsWith(`${path}/`)));
  return { isOpen, toggle };
}

/**
 * The folders beside the list, on screens with room for them. Parents of the open folder show their subfolders. The tree is one stop
 * of the Tab key, with the keys of trees in general.
 */
export function FolderTree({ root, open, total, isExact, onMore }: Props): ReactNode {
  const isFolded = useIsFolded('tree');
  const { rested, rest } = useRestedFolders();
  const { isOpen, toggle } = useToggled(open);
  const [reached, setReached] = useState({ at: open, path: open });
  const [typed] = useState(() => new TypeAhead());
  const nav = useRef<HTMLElement>(null);
  const tree = useRef<HTMLDivElement>(null);
  if (root.folders.length === 0 || isFolded) return null;
  const places = placesOf({ ...root, name: 'All files' }, (path) => isOpen(path) || rested.has(path));
  const has = (path: string): boolean => places.some(({ folder }) => folder.path === path);
  const current = [reached.at === open ? reached.path : open, open, ''].find(has);
  const go = (to: PlaceInTree | undefined): void =>
    [...(tree.current?.querySelectorAll('a') ?? [])].find((one) => one.dataset['folder'] === to?.folder.path)?.focus();
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const at = places.findIndex(({ folder }) => folder.path === current);
    const place = places[at];
    if (place === undefined || event.ctrlKey || event.metaKey || event.altKey || event.key === 'Enter') return;
    const { key } = event;
    const names = places.map(({ folder }) => folder.name);
    if (key === 'ArrowRight' && place.isOpen === false) toggle(place.folder.path, true);
    else if (key === 'ArrowRight') go(place.isOpen ? places[at + 1] : undefined);
    else if (key === 'ArrowLeft' && place.isOpen && place.level > 1) toggle(place.folder.path, false);
    else if (key === 'ArrowLeft') go(placeAbove(places, at));
    else if (key === ' ' && !typed.continues(' ', names, performance.now()))
      document.activeElement?.closest('a')?.click();
    else {
      const isLetter = key.length === 1 && !'/?'.includes(key);
      const next = isLetter ? typed.find(key, names, at, performance.now()) : rowAfter(key, at, places.length, PAGE);
      if (next === undefined) return;
      go(places[next]);
    }
    event.preventDefault();
  };
  return (
    <>
      <nav
        className="folder-tree"
        id="folder-tree"
        aria-label="Folder tree"
        ref={nav}
        style={{ flexBasis: treeWidth() }}
      >
        <div role="tree" aria-label="Folders" tabIndex={-1} ref={tree} onKeyDown={press}>
          {places.map((place) => (
            <TreeItem
              key={place.folder.path}
              {...place}
              count={`${formatNumber(place.level === 1 ? total : place.folder.count)}${isExact || place.level === 1 ? '' : '+'}`}
              isHere={place.folder.path === open}
              isStop={place.folder.path === current}
              onReach={() => setReached({ at: open, path: place.folder.path })}
              onRest={() => rest(place.folder.path)}
              onToggle={() => toggle(place.folder.path, place.isOpen !== true)}
            />
          ))}
        </div>
        {onMore !== undefined && (
          <Button kind="quiet" onPress={onMore}>
            More folders
          </Button>
        )}
      </nav>
      <TreeEdge tree={nav} />
    </>
  );
}

/** A lock says more than the arrow of a closed folder. */
function signOf({ folder, level, isOpen }: PlaceInTree): IconName {
  if (level === 1) return 'room';
  if (isOpen) return 'down';
  if (folder.groups !== undefined) return 'lock';
  return isOpen === undefined ? 'folder' : 'right';
}

type ItemProps = PlaceInTree &
  Readonly<{
    count: string;
    isHere: boolean;
    /** Whether the Tab key leads to it. */
    isStop: boolean;
    onReach: () => void;
    onRest: () => void;
    onToggle: () => void;
  }>;

function TreeItem({ count, isHere, isStop, onReach, onRest, onToggle, ...place }: ItemProps): ReactNode {
  const { folder, level, isOpen } = place;
  const target = dropTarget(folder);
  return (
    <a
      href={addressOf(folder.path)}
      {...target}
      onDragOver={(event: DragEvent<HTMLElement>) => {
        target.onDragOver(event);
        if (isOwnDrag(event)) onRest();
      }}
      role="treeitem"
      aria-level={level}
      aria-setsize={place.setSize}
      aria-posinset={place.position}
      aria-expanded={isOpen}
      aria-selected={isHere}
      aria-current={isHere ? 'page' : undefined}
      tabIndex={isStop ? 0 : -1}
      title={level === 1 ? undefined : folder.name}
      style={{ paddingInlineStart: 8 + Math.max(0, level - 2) * LEVEL_PX }}
      onFocus={onReach}
    >
      <span
        className="tree-sign"
        aria-hidden="true"
        // The arrow shows what is in the folder, and leaves the list as it is.
        onClick={(event: MouseEvent) => {
          if (isOpen === undefined || level === 1) return;
          event.preventDefault();
          onToggle();
        }}
      >
        <Icon name={signOf(place)} />
      </span>
      <IndexNumber index={folder.index} name={folder.name} />
      <span className="cut grow">
        <bdi>{folder.name}</bdi>
      </span>
      <small>{count}</small>
    </a>
  );
}
