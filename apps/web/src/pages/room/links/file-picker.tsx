import type { Room, File as RoomFile } from '@strongroom/client';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { may } from '../../../base/may.ts';
import { formatSize } from '../../../base/size.ts';
import { Button } from '../../../design/controls.tsx';
import { Failure } from '../../../design/text.tsx';
import { kindOfFile } from '../../viewer/file-kind.ts';
import type { Folder } from '../base/folders.ts';
import { useFiles } from '../base/room-files.ts';
import { useListedFiles } from '../base/use-listed-files.ts';
import { ChoiceFinder, ChoiceRow, ChoiceTree, choicesIn, useTreePlaces } from '../moving/choice-tree.tsx';
import { folderHits, MAX_HITS, wayTo } from '../moving/folder-hits.ts';
import { TickChoice } from './tick-choice.tsx';
import { keyOfFile, stateOf, type TreeTicks } from './ticked-tree.ts';
import './make-link.css';

type OnTick = (key: string, file?: RoomFile) => void;
type Ticking = Readonly<{ room: Room; ticks: TreeTicks; onTick: OnTick }>;

/** After the last key, before the service is asked. */
const PAUSE_MS = 250;

/** The folders and files of a room as a tree to tick some in, with a search for their names. */
export function FilePicker({ root, ...ticking }: Ticking & Readonly<{ root: Folder }>): ReactNode {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['']));
  const [sought, setSought] = useState('');
  const asked = useSettled(sought.trim());
  const places = useTreePlaces();
  const toggle = (path: string): void => {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpen(next);
  };
  return (
    <div className="folder-picker file-picker">
      <ChoiceFinder
        label="Find a folder or a file"
        places={places}
        value={sought}
        onChange={setSought}
        autoFocus
        onEnter={() => {
          choicesIn(places)[0]?.focus();
          return sought.trim() !== '';
        }}
      />
      <ChoiceTree label="Folders and files" role="group" places={places}>
        {sought.trim() === '' ? (
          <Branch folder={{ ...root, name: 'All files' }} level={0} open={open} onToggle={toggle} {...ticking} />
        ) : (
          <Hits root={root} sought={sought} asked={asked} {...ticking} />
        )}
      </ChoiceTree>
    </div>
  );
}

function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

type BranchProps = Ticking &
  Readonly<{ folder: Folder; level: number; open: ReadonlySet<string>; onToggle: (path: string) => void }>;

/** A folder and, where it is open, what is in it. */
function Branch({ folder, level, open, onToggle, ...ticking }: BranchProps): ReactNode {
  const isOpen = open.has(folder.path);
  return (
    <>
      <ChoiceRow
        level={level}
        isOpen={level > 0 && folder.count > 0 ? isOpen : undefined}
        name={folder.name}
        onToggle={() => onToggle(folder.path)}
      >
        <FolderTick folder={folder} {...ticking} />
      </ChoiceRow>
      {isOpen && (
        <>
          {folder.folders.map((inner) => (
            <Branch key={inner.path} folder={inner} level={level + 1} open={open} onToggle={onToggle} {...ticking} />
          ))}
          <FilesIn path={folder.path} level={level + 1} {...ticking} />
        </>
      )}
    </>
  );
}

type TickProps<T> = Ticking & T & Readonly<{ way?: string }>;

const FolderTick = ({ folder, way, ticks, onTick }: TickProps<Readonly<{ folder: Folder }>>): ReactNode => (
  <TickChoice
    name={folder.name}
    icon={folder.path === '' ? 'room' : 'folder'}
    state={stateOf(ticks, folder.path)}
    way={way}
    amount={plural(folder.count, 'file')}
    off={folder.count === 0 ? 'No file is in it' : undefined}
    onTick={() => onTick(folder.path)}
  />
);

const FileTick = ({ file, way, ticks, onTick }: TickProps<Readonly<{ file: RoomFile }>>): ReactNode => {
  const key = keyOfFile(file);
  return (
    <TickChoice
      name={file.name}
      icon={kindOfFile(file)}
      kind={kindOfFile(file)}
      state={may(file, 'share.create') ? stateOf(ticks, key) : 'none'}
      way={way}
      amount={formatSize(file.size)}
      off={may(file, 'share.create') ? undefined : 'You may not share this file'}
      onTick={() => onTick(key, file)}
    />
  );
};

/** The files directly in a folder, the first hundred and more on demand. */
function FilesIn({ path, level, ...ticking }: Ticking & Readonly<{ path: string; level: number }>): ReactNode {
  const { list, files, total, readMore } = useListedFiles(ticking.room.id, {
    folder: path,
    isDeep: false,
    sort: 'name',
  });
  return (
    <>
      {files.map((file) => (
        <ChoiceRow key={file.id} level={level}>
          <FileTick file={file} {...ticking} />
        </ChoiceRow>
      ))}
      <Failure error={list.error} />
      {files.length < total && (
        <ChoiceRow level={level}>
          <Button kind="quiet" isBusy={list.isReading} onPress={readMore}>
            {plural(total - files.length, 'more file')}
          </Button>
        </ChoiceRow>
      )}
    </>
  );
}

type HitsProps = Ticking & Readonly<{ root: Folder; sought: string; asked: string }>;

/** Folders that some words fit, then files. */
function Hits({ root, sought, asked, ...ticking }: HitsProps): ReactNode {
  const folders = useMemo(() => folderHits(root, sought) ?? [], [root, sought]);
  const isAsked = asked !== '' && asked === sought.trim();
  const found = useFiles(
    ticking.room.id,
    { folder: '', isDeep: true, find: asked, sort: 'name' },
    () => MAX_HITS,
    isAsked,
  );
  const files = isAsked ? found.data : undefined;
  const more = folders.length + (files?.total ?? 0) - MAX_HITS;
  return (
    <>
      {folders.slice(0, MAX_HITS).map((folder) => (
        <ChoiceRow key={folder.path} level={1} isAlone>
          <FolderTick folder={folder} way={wayTo(folder)} {...ticking} />
        </ChoiceRow>
      ))}
      {files?.items.slice(0, Math.max(0, MAX_HITS - folders.length)).map((file) => (
        <ChoiceRow key={file.id} level={1} isAlone>
          <FileTick file={file} way={file.folder.replaceAll('/', ' / ')} {...ticking} />
        </ChoiceRow>
      ))}
      <Failure error={isAsked ? found.error : null} />
      <p role="status" className="soft">
        {files === undefined && 'Searching…'}
        {files !== undefined && files.total + folders.length === 0 && 'Nothing fits. Other words may find more.'}
        {files !== undefined && more > 0 && `${plural(more, 'more', 'more')}: add a word to see them.`}
      </p>
    </>
  );
}
