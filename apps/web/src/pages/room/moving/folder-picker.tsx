import type { Room } from '@strongroom/client';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { may } from '../../../base/may.ts';
import { Button, Field } from '../../../design/controls.tsx';
import { Icon } from '../../../design/icons.tsx';
import { rowAfter, TypeAhead } from '../../../design/list-keys.ts';
import { Failure, Loading } from '../../../design/text.tsx';
import { type Folder, folderAt, folderTree, parentOf } from '../base/folders.ts';
import { type AddableThings, mayAddTo } from '../base/may-make.ts';
import { useFolders } from '../base/room-files.ts';
import { FolderChoice, type ReasonOff } from './folder-choice.tsx';
import { FOLDERS_WITHOUT_FIND, folderHits, MAX_HITS, wayTo } from './folder-hits.ts';
import { isInside } from './moving.ts';

type Props = Readonly<{
  room: Room;
  value: string | undefined;
  /** The folder of the things that are moved: marked, and focused first. Null: they are in several folders. */
  here?: string | null;
  /** Folders that are moved: neither into themselves nor into what is below them. */
  moved?: readonly Readonly<{ path: string }>[];
  /** Paths that are offered above the tree, as far as they can be chosen. */
  recent?: readonly string[];
  /** Says for which folders the person may do what they choose one for. */
  isOffered: (place: AddableThings) => boolean;
  /** Whether neither new folders nor the top of the room are offered. */
  isOfFolders?: boolean;
  onChange: (folder: string) => void;
}>;

export const MAX_FOLDERS = 5000;

const shownOf = (
  root: Folder,
  open: ReadonlySet<string>,
  level = 1,
): readonly Readonly<{ folder: Folder; level: number }>[] =>
  root.folders.flatMap((folder) => [
    { folder, level },
    ...(open.has(folder.path) ? shownOf(folder, open, level + 1) : []),
  ]);

/** The folders of a room as a tree to choose one from, with a search for their names, and a new one in it. */
export function FolderPicker({
  room,
  value,
  here,
  moved = [],
  recent = [],
  isOffered,
  isOfFolders = false,
  onChange,
}: Props): ReactNode {
  const folders = useFolders(room.id, MAX_FOLDERS);
  const [made, setMade] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(parentsOf(value ?? parentOf(here ?? ''))));
  const [name, setName] = useState<string>();
  const [sought, setSought] = useState('');
  const root = useMemo(
    () => folderTree([...(folders.data?.items ?? []), ...made.map((path) => ({ path, file_count: 0 }))]),
    [folders.data, made],
  );
  const hits = useMemo(() => folderHits(root, sought), [root, sought]);
  const place = useRef<HTMLDivElement>(null);
  const finder = useRef<HTMLDivElement>(null);
  const [typed] = useState(() => new TypeAhead());
  const isRead = folders.data !== undefined;
  useEffect(() => {
    if (!isRead || here === undefined) return;
    const radios = radiosOf(place.current);
    (radios.find((one) => one.value === here) ?? radios[0])?.focus();
  }, [isRead]);
  if (folders.data === undefined)
    return folders.error ? <Failure error={folders.error} /> : <Loading what="the folders" rows={4} />;
  const known = folders.data.items;
  const mayMake = mayAddTo(room, value ?? '', known).folders;
  const mayMakeSome =
    !isOfFolders && (mayAddTo(room, '').folders || known.some((folder) => may(folder, 'folder.create')));
  const top = isOfFolders ? [] : [{ folder: { ...root, name: 'All files' }, level: 0 }];
  const shown = hits?.slice(0, MAX_HITS).map((folder) => ({ folder, level: 1 })) ?? [...top, ...shownOf(root, open)];
  const offOf = ({ path }: Folder): ReasonOff => {
    if (isInside(path, moved)) return 'itself';
    return isOffered(mayAddTo(room, path, known)) ? undefined : 'rights';
  };
  const offered = recent.flatMap((path) => {
    const folder = path === here ? undefined : folderAt(root, path);
    return folder === undefined || offOf(folder) !== undefined ? [] : [folder];
  });
  const choose = (path: string): void => {
    onChange(path);
    // The tree shows it when the search is over.
    setOpen(new Set([...open, ...parentsOf(path)]));
  };
  const toggle = (path: string): void => {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpen(next);
  };
  const hasFolders = (path: string): boolean => path !== '' && (folderAt(root, path)?.folders.length ?? 0) > 0;
  const press = (event: KeyboardEvent): void => {
    const radios = radiosOf(place.current);
    const at = radios.findIndex((one) => one === event.target);
    const chosen = radios[at];
    if (chosen === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const { value: path } = chosen;
    const isOpen = open.has(path) && hasFolders(path);
    const input = finder.current?.querySelector('input');
    if (input && (event.key === '/' || (event.key === 'ArrowUp' && at === 0))) input.select();
    else if (hits !== undefined && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      // Hits have no folders to open.
    } else if (event.key === 'ArrowRight') {
      if (!isOpen && hasFolders(path)) toggle(path);
    } else if (event.key === 'ArrowLeft' && isOpen) toggle(path);
    else {
      const letter = event.key.length === 1 && event.key !== ' ' ? event.key : undefined;
      const parent = parentOf(path);
      const next =
        event.key === 'ArrowLeft'
          ? radios.findIndex((one) => one.value === parent)
          : letter === undefined
            ? rowAfter(event.key, at, radios.length, PAGE)
            : typed.find(letter, radios.map(nameOfRadio), at, performance.now());
      const to = radios[next ?? -1];
      if (to === undefined) return;
      to.focus();
      onChange(to.value);
    }
    event.preventDefault();
  };
  const pressInFinder = (event: KeyboardEvent): void => {
    const first = hits?.find((folder) => offOf(folder) === undefined);
    if (event.key === 'ArrowDown') radiosOf(place.current)[0]?.focus();
    else if (event.key === 'Escape' && sought !== '') setSought('');
    else if (event.key === 'Enter' && first !== undefined && hits?.every(({ path }) => path !== value))
      choose(first.path);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const add = (): void => {
    const inner = (name ?? '').trim().replaceAll(/^\/+|\/+$/g, '');
    if (inner === '') return;
    const path = value ? `${value}/${inner}` : inner;
    setMade([...made, path]);
    setOpen(new Set([...open, ...parentsOf(path)]));
    setName(undefined);
    onChange(path);
  };
  return (
    <div className="folder-picker">
      {name === undefined ? (
        <div className="row">
          {known.length >= FOLDERS_WITHOUT_FIND && (
            <div className="grow" ref={finder} onKeyDownCapture={pressInFinder}>
              <Field
                label="Find a folder"
                hideLabel
                placeholder="Find a folder"
                type="search"
                value={sought}
                onChange={setSought}
                maxLength={200}
              />
            </div>
          )}
          {mayMakeSome && (
            <Button kind="quiet" icon="plus" isDisabled={!mayMake} onPress={() => setName('')}>
              New folder
            </Button>
          )}
        </div>
      ) : (
        <div className="row">
          <div className="grow">
            <Field
              label={`New folder in ${value ? value : 'All files'}`}
              value={name}
              onChange={setName}
              maxLength={255}
              autoFocus
            />
          </div>
          <Button onPress={add}>Make</Button>
        </div>
      )}
      {hits === undefined && offered.length > 0 && (
        <div className="row folder-recent">
          <span className="soft">Recent</span>
          {offered.map(({ path, name: last }) => (
            <Button key={path} icon="folder" label={path} onPress={() => choose(path)}>
              <bdi className="cut">{last}</bdi>
            </Button>
          ))}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the choices in it have the focus */}
      <div role="radiogroup" aria-label="Folder" className="folder-choices" ref={place} onKeyDown={press}>
        {shown.map(({ folder, level }) => (
          <div
            key={folder.path}
            className="folder-choice"
            style={hits === undefined ? { paddingLeft: level * 18 } : undefined}
          >
            {hits !== undefined ? null : folder.folders.length > 0 && level > 0 ? (
              <button
                type="button"
                className="folder-open"
                aria-label={`${open.has(folder.path) ? 'Close' : 'Open'} ${folder.name}`}
                aria-expanded={open.has(folder.path)}
                onClick={() => toggle(folder.path)}
              >
                <Icon name={open.has(folder.path) ? 'down' : 'right'} />
              </button>
            ) : (
              <span className="folder-open" />
            )}
            <FolderChoice
              folder={folder}
              isTop={level === 0}
              isChosen={value === folder.path}
              isHere={folder.path === here}
              off={offOf(folder)}
              way={hits && wayTo(folder)}
              onChoose={() => choose(folder.path)}
            />
          </div>
        ))}
      </div>
      <p role="status" className={hits === undefined ? 'hidden-visually' : 'soft'}>
        {hits && hitsSentence(hits.length)}
        {value !== undefined && shown.every(({ folder }) => folder.path !== value) && (
          <>
            {' '}
            Chosen: <bdi>{value === '' ? 'All files' : value}</bdi>
          </>
        )}
      </p>
    </div>
  );
}

const hitsSentence = (count: number): string => {
  if (count === 0) return 'No folder fits. Other words may find more.';
  return `${count > MAX_HITS ? `The first ${MAX_HITS} of ` : ''}${plural(count, 'folder')}.`;
};

/** Folders that a Page key goes over. */
const PAGE = 8;

const radiosOf = (place: HTMLElement | null): readonly HTMLInputElement[] => [
  ...(place?.querySelectorAll<HTMLInputElement>('input:enabled') ?? []),
];
const nameOfRadio = ({ labels }: HTMLInputElement): string => labels?.[0]?.querySelector('bdi')?.textContent ?? '';

/** The folder and all above it. */
function parentsOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
