import { momentOf, type Room, roomPlaces } from '@strongroom/client';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { explain } from '../../base/explain.ts';
import { plural } from '../../base/format.ts';
import { Button } from '../../design/controls.tsx';
import { Icon } from '../../design/icons.tsx';
import { Menu } from '../../design/layers.tsx';
import { dropped, type Gathered, picked } from '../../transfer/dropped.ts';
import { uploadQueue } from '../../transfer/page.ts';
import { makeFolders } from './folder-work.ts';
import { placeOf, placesIn } from './places.ts';
import { readFilesAgain } from './room-files.ts';

/** Sentences about what was not added, or under another name. */
export type Added = readonly string[];

const SHOWN = 3;

/** Names of up to three, for a sentence. */
const some = (names: readonly string[]): string =>
  names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '');

/**
 * Adds files to a folder of the room, but those that are in it already, by path, size and time of change: so a person adds an interrupted
 * folder again. Returns what the person should know.
 */
export async function addFiles(room: Room, { files, unread, empty }: Gathered, folder: string): Promise<Added> {
  const paths = files.map(({ file, path }) => {
    const segments = segmentsOf(path);
    return segments.length === 0 ? [file.name] : segments;
  });
  // A name stands for what an empty folder might hold, so that folders get the same names in the room with and without files.
  const all = roomPlaces([...paths, ...empty.map((path) => [...segmentsOf(path), 'x'])], folder);
  const places = all.slice(0, paths.length);
  const notMade = await keepEmpty(room, [...new Set(all.slice(paths.length).map(({ folder: inner }) => inner))]);
  const added = files.map(({ file, kept }, index) => {
    const { folder: inner, name } = places[index] ?? { folder, name: file.name };
    return { file, name, folder: inner, kept, size: file.size, modified_at: momentOf(file.lastModified) };
  });
  const there = await placesIn(room, new Set(added.map(({ folder: inner }) => inner)));
  uploadQueue.add(
    room.id,
    added.map((one) => ({ ...one, isThere: there.has(placeOf(one)) })),
    undefined,
  );
  const renamed = places.flatMap(({ name, isRenamed }, index) =>
    isRenamed ? [`“${paths[index]?.join('/') ?? ''}” as “${name}”`] : [],
  );
  return [
    ...(unread.length > 0
      ? [
          `${plural(unread.length, 'item')} could not be read and ${unread.length === 1 ? 'is' : 'are'} not added: ${some(unread)}.`,
        ]
      : []),
    ...notMade,
    ...(renamed.length > 0
      ? [`${plural(renamed.length, 'file')} got another name in the room: ${some(renamed)}.`]
      : []),
    ...(files.length + unread.length + empty.length === 0 ? ['The browser gave no file of what you added.'] : []),
  ];
}

const segmentsOf = (path: string): readonly string[] =>
  path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');

/** Makes folders without files. Returns a sentence about those that could not be made. */
async function keepEmpty(room: Room, paths: readonly string[]): Promise<Added> {
  if (paths.length === 0) return [];
  try {
    await makeFolders(room.id, paths);
    await readFilesAgain(room.id);
    return [];
  } catch (error) {
    return [`${plural(paths.length, 'empty folder')} could not be made: ${some(paths)}. ${explain(error).text}`];
  }
}

type What = 'files' | 'folder';
type Picker = Readonly<{
  /** Stays on the page: what a person chooses is lost if its input is gone by then, and the buttons come and go. */
  inputs: ReactNode;
  buttons: ReactNode;
}>;

/** Lets a person choose files or a folder. */
export function usePicker(onFiles: (found: Gathered) => void, onNewFolder?: () => void): Picker {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement): void => {
    if (input.files?.length) onFiles(picked(input.files));
    input.value = '';
  };
  const inputs = (
    <>
      <input ref={files} type="file" multiple hidden data-testid="files" onChange={({ target }) => take(target)} />
      <input
        ref={(input) => {
          folder.current = input;
          if (input !== null) input.webkitdirectory = true;
        }}
        type="file"
        hidden
        data-testid="folder"
        onChange={({ target }) => take(target)}
      />
    </>
  );
  const hadFocus = useRef(false);
  const pick = (what: What): void => (what === 'files' ? files : folder).current?.click();
  return { inputs, buttons: <AddButtons onPick={pick} onNewFolder={onNewFolder} hadFocus={hadFocus} /> };
}

type AddButtonsProps = Readonly<{
  onPick: (what: What) => void;
  onNewFolder: (() => void) | undefined;
  /** Whether the buttons that the first file removes had the focus. Those in their place take it over. */
  hadFocus: RefObject<boolean>;
}>;

function AddButtons({ onPick, onNewFolder, hadFocus }: AddButtonsProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = place.current;
    if (hadFocus.current) own?.querySelector<HTMLElement>('button[data-kind=primary]')?.focus();
    hadFocus.current = false;
    return () => {
      hadFocus.current = own?.contains(document.activeElement) ?? false;
    };
  }, []);
  return (
    <div className="row" ref={place}>
      <Menu
        label="Folder"
        kind="usual"
        actions={[
          ...(onNewFolder === undefined
            ? []
            : [{ id: 'new', name: 'New folder', icon: 'plus', run: onNewFolder } as const]),
          { id: 'add', name: 'Add a folder of this device', icon: 'upload', run: () => onPick('folder') },
        ]}
      >
        <Icon name="folder" />
        Folder
        <Icon name="down" />
      </Menu>
      <Button kind="primary" icon="upload" onPress={() => onPick('files')}>
        Add files
      </Button>
    </div>
  );
}

type Dropped = Gathered & Readonly<{ onto?: string | undefined }>;

/** The folder under the pointer, if there is one. */
const folderUnder = ({ target }: DragEvent): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-folder]')?.dataset['folder'] : undefined;

/** Takes files that are dropped anywhere in the window, onto a folder or beside it. */
export function DropZone({
  children,
  isOff,
  onFiles,
}: Readonly<{ children: ReactNode; isOff: boolean; onFiles: (found: Dropped) => void }>): ReactNode {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    if (isOff) return undefined;
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (event.dataTransfer === null || !hasFiles(event)) return;
      const onto = folderUnder(event);
      void dropped(event.dataTransfer).then((found) => latest.current({ ...found, onto }));
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [isOff]);
  return (
    <section className="drop-zone" aria-label="Files" data-over={isOver || undefined}>
      {children}
    </section>
  );
}
