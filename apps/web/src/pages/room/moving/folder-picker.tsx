import type { Room } from '@strongroom/client';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { may } from '../../../base/may.ts';
import { Button, Field } from '../../../design/controls.tsx';
import { Failure, Loading } from '../../../design/text.tsx';
import { type Folder, folderAt, folderTree, parentOf } from '../base/folders.ts';
import { type AddableThings, mayAddTo } from '../base/may-make.ts';
import { useFolders } from '../base/room-files.ts';
import { ChoiceFinder, ChoiceRow, ChoiceTree, choicesIn, useTreePlaces } from './choice-tree.tsx';
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
  /** Whether neither new folders nor the top of the room are offered. Has the focus first, in its search where there is one. */
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
  const places = useTreePlaces();
  const isRead = folders.data !== undefined;
  useEffect(() => {
    if (!isRead || (here === undefined && !isOfFolders)) return;
    const finder = isOfFolders ? places.finder.current?.querySelector('input') : undefined;
    if (finder) {
      finder.focus();
      return;
    }
    const choices = choicesIn(places);
    (choices.find((one) => one.value === here) ?? choices[0])?.focus();
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
  const enter = (): boolean => {
    const first = hits?.find((folder) => offOf(folder) === undefined);
    if (first === undefined || hits?.some(({ path }) => path === value) === true) return false;
    choose(first.path);
    return true;
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
            <ChoiceFinder label="Find a folder" places={places} value={sought} onChange={setSought} onEnter={enter} />
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
      <ChoiceTree label="Folder" role="radiogroup" places={places} onReach={onChange}>
        {shown.map(({ folder, level }) => (
          <ChoiceRow
            key={folder.path}
            level={level}
            isAlone={hits !== undefined}
            isOpen={folder.folders.length > 0 && level > 0 ? open.has(folder.path) : undefined}
            name={folder.name}
            onToggle={() => toggle(folder.path)}
          >
            <FolderChoice
              folder={folder}
              isTop={level === 0}
              isChosen={value === folder.path}
              isHere={folder.path === here}
              off={offOf(folder)}
              way={hits && wayTo(folder)}
              onChoose={() => choose(folder.path)}
            />
          </ChoiceRow>
        ))}
      </ChoiceTree>
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

/** The folder and all above it. */
function parentsOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
