import type { Room, File as RoomFile } from '@strongroom/client';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { plural } from '../../base/format.ts';
import { queries } from '../../base/queries.ts';
import { setQuery, useAddress } from '../../base/router.tsx';
import { Button, Field, Select } from '../../design/controls.tsx';
import { Empty, Failure, Loading, Notice } from '../../design/text.tsx';
import { dropped, type Found, picked } from '../../transfer/dropped.ts';
import { enqueue, onUploaded } from '../../transfer/queue.ts';
import { csv, save } from '../../transfer/save.ts';
import { DeleteFiles } from './delete-files.tsx';
import { EditFile } from './edit-file.tsx';
import { FileList } from './file-list.tsx';
import { FolderTree } from './folder-tree.tsx';
import { Preview } from './preview.tsx';
import { FIRST_FILES, folderExists, indexOf, type Row, rowsOf, type Sort, useFiles } from './room-files.ts';
import { ShareFile } from './share-file.tsx';
import { UnfinishedUploads } from './unfinished-uploads.tsx';
import { WhoSees } from './who-sees.tsx';
import { ZipDownload } from './zip-download.tsx';

const SORTS = [
  { id: 'name', name: 'By name' },
  { id: 'date', name: 'Newest first' },
  { id: 'size', name: 'Largest first' },
  { id: 'label', name: 'Highest label first' },
] as const;
const REFRESH_MS = 1000;
/** A hundred files are one request of the list. */
const REFRESH_MS_PER_FILE = 4;

const isSort = (text: string | null): text is Sort => SORTS.some(({ id }) => id === text);
const filesIn = (rows: readonly Row[]): readonly RoomFile[] =>
  rows.flatMap((row) => (row.kind === 'file' ? [row.file] : []));

export function Files({ room }: Readonly<{ room: Room }>): ReactNode {
  const { searchParams } = useAddress();
  const folder = searchParams.get('folder') ?? '';
  const find = searchParams.get('find') ?? '';
  const asked = searchParams.get('sort');
  const sort = isSort(asked) ? asked : 'name';
  const opened = searchParams.get('file');
  const [most, setMost] = useState(FIRST_FILES);
  const list = useFiles(room.id, most);
  const { files, total } = list.data ?? { files: [], total: 0 };
  const rows = useMemo(() => rowsOf(files, { folder, find, sort }), [files, folder, find, sort]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [subject, setSubject] =
    useState<Readonly<{ what: 'share' | 'edit' | 'delete' | 'who' | 'zip'; files: readonly RoomFile[] }>>();
  const mayWrite = room.status === 'active' && (room.my_role === 'owner' || room.my_role === 'contributor');
  useRefresh(room.id, files.length);
  useEffect(() => setSelected(new Set()), [folder, find]);

  const add = (found: readonly Found[]): void => addFiles(room.id, found, folder, files);
  const shown = filesIn(rows);
  const chosen = files.filter(({ id }) => selected.has(id));
  const index = shown.findIndex(({ id }) => id === opened);
  const preview = shown[index] ?? files.find(({ id }) => id === opened);

  if (list.isPending) return <Loading what="the files" rows={8} />;
  if (list.error !== null) return <Failure error={list.error} />;
  return (
    <DropZone isOff={!mayWrite} onFiles={add}>
      <div className="row">
        {total > 0 && (
          <>
            <div className="grow file-find">
              <Field
                label="Find files by name"
                hideLabel
                placeholder="Find by name"
                type="search"
                value={find}
                onChange={(text) => setQuery({ find: text })}
              />
            </div>
            <Select
              label="Order"
              hideLabel
              value={sort}
              onChange={(next) => setQuery({ sort: next === 'name' ? '' : next })}
              options={SORTS}
            />
            <Button icon="download" onPress={() => save(indexAsCsv(files), `${room.name} index.csv`)}>
              Index
            </Button>
          </>
        )}
        {mayWrite && total > 0 && <AddButtons onFiles={add} />}
      </div>
      <Trail folder={folder} />
      <UnfinishedUploads room={room} files={files} />
      {total > files.length && (
        <Notice>
          The newest {plural(files.length, 'file')} of {plural(total, 'file')} are listed.{' '}
          <Button kind="quiet" onPress={() => setMost(most + FIRST_FILES)} isBusy={list.isFetching}>
            List more
          </Button>
        </Notice>
      )}
      {selected.size > 0 && (
        <div className="row selection" role="toolbar" aria-label="Selected files">
          <strong>{plural(chosen.length, 'file')} selected</strong>
          <Button icon="download" onPress={() => setSubject({ what: 'zip', files: chosen })}>
            Download
          </Button>
          {mayWrite && (
            <Button icon="trash" onPress={() => setSubject({ what: 'delete', files: chosen })}>
              Delete
            </Button>
          )}
          <Button kind="quiet" onPress={() => setSelected(new Set())}>
            Clear
          </Button>
        </div>
      )}
      <div className="files-with-tree">
        <FolderTree files={files} open={folder} />
        <div className="grow">
          {total === 0 && <NoFiles mayWrite={mayWrite} onFiles={add} />}
          {total > 0 && rows.length === 0 && (
            <Empty icon="search" title={find === '' ? 'This folder is empty' : 'No file has this name'}>
              {find === ''
                ? folderExists(files, folder)
                  ? 'Add files to it, or go back to the folder above.'
                  : 'Nothing is in it any more, or you may not see what is.'
                : 'Names of files and folders are searched. Contents cannot be: only your browser can read them.'}
            </Empty>
          )}
          {rows.length > 0 && (
            <FileList
              rows={rows}
              roomLabel={room.classification}
              withFolders={find !== ''}
              selected={selected}
              onSelect={setSelected}
              mayWrite={mayWrite}
              onAction={(what, file) => setSubject({ what, files: [file] })}
            />
          )}
        </div>
      </div>
      {preview !== undefined && (
        <Preview
          file={preview}
          onClose={() => setQuery({ file: '' })}
          previous={shown[index - 1]?.id}
          next={index < 0 ? undefined : shown[index + 1]?.id}
        />
      )}
      {subject?.what === 'share' && subject.files[0] && (
        <ShareFile file={subject.files[0]} onClose={() => setSubject(undefined)} />
      )}
      {subject?.what === 'edit' && subject.files[0] && (
        <EditFile file={subject.files[0]} room={room} onClose={() => setSubject(undefined)} />
      )}
      {subject?.what === 'who' && subject.files[0] && (
        <WhoSees file={subject.files[0]} room={room} onClose={() => setSubject(undefined)} />
      )}
      {subject?.what === 'delete' && (
        <DeleteFiles
          files={subject.files}
          roomId={room.id}
          onClose={() => setSubject(undefined)}
          onDone={() => setSelected(new Set())}
        />
      )}
      {subject?.what === 'zip' && (
        <ZipDownload files={subject.files} name={room.name} onClose={() => setSubject(undefined)} />
      )}
    </DropZone>
  );
}

/** Reads the list again while uploads arrive: a short one once a second, a long one less often. */
function useRefresh(roomId: string, count: number): void {
  const latest = useRef(count);
  useEffect(() => {
    latest.current = count;
  }, [count]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = onUploaded((uploadedTo) => {
      if (uploadedTo !== roomId) return;
      timer ??= setTimeout(
        () => {
          timer = undefined;
          void queries.invalidateQueries({ queryKey: ['files', roomId] });
          void queries.invalidateQueries({ queryKey: ['room', roomId] });
        },
        REFRESH_MS + latest.current * REFRESH_MS_PER_FILE,
      );
    });
    return () => {
      end();
      clearTimeout(timer);
      void queries.invalidateQueries({ queryKey: ['files', roomId] });
    };
  }, [roomId]);
}

/** Skips files that are in the room already, by path and size. So a person adds an interrupted folder again. */
function addFiles(roomId: string, found: readonly Found[], folder: string, known: readonly RoomFile[]): void {
  const there = new Set(known.map((file) => `${file.folder}/${file.name}/${file.size}`));
  const added = found.map(({ file, path, kept }) => {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
    const name = parts.at(-1) ?? file.name;
    const inner = [...(folder === '' ? [] : [folder]), ...parts.slice(0, -1)].join('/');
    return { file, name, folder: inner, kept, isThere: there.has(`${inner}/${name}/${file.size}`) };
  });
  enqueue(roomId, added, undefined);
}

const indexAsCsv = (files: readonly RoomFile[]): string =>
  csv([
    ['Index', 'Folder', 'Name', 'Bytes', 'Label', 'Type', 'Uploaded'],
    ...indexOf(files).map(({ file, index }) => [
      index,
      file.folder,
      file.name,
      String(file.size),
      file.classification,
      file.content_type,
      file.uploaded_at,
    ]),
  ]);

function Trail({ folder }: Readonly<{ folder: string }>): ReactNode {
  if (folder === '') return null;
  const parts = folder.split('/');
  const linkTo = (count: number): string => {
    const url = new URL(location.href);
    url.searchParams.set('folder', parts.slice(0, count).join('/'));
    url.searchParams.delete('file');
    if (count === 0) url.searchParams.delete('folder');
    return url.pathname + url.search;
  };
  return (
    <nav className="crumbs trail" aria-label="Folders">
      <a href={linkTo(0)}>All files</a>
      {parts.map((part, index) => (
        <span key={linkTo(index + 1)}>
          <span aria-hidden="true">/ </span>
          {index === parts.length - 1 ? <strong>{part}</strong> : <a href={linkTo(index + 1)}>{part}</a>}
        </span>
      ))}
    </nav>
  );
}

const NoFiles = ({
  mayWrite,
  onFiles,
}: Readonly<{ mayWrite: boolean; onFiles: (found: readonly Found[]) => void }>): ReactNode => (
  <Empty
    icon="upload"
    title={mayWrite ? 'Add the first files' : 'No files yet'}
    action={mayWrite && <AddButtons onFiles={onFiles} />}
  >
    {mayWrite
      ? 'Drop files or whole folders here. They are encrypted in this browser before they leave it, so the service cannot search, preview or scan them.'
      : 'Files will appear here when an owner or contributor adds them.'}
  </Empty>
);

/** Whether the buttons that the first file removes had the focus. Those in their place take it over. */
let hadFocus = false;

function AddButtons({ onFiles }: Readonly<{ onFiles: (found: readonly Found[]) => void }>): ReactNode {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = place.current;
    if (hadFocus) own?.querySelector<HTMLElement>('button[data-kind=primary]')?.focus();
    hadFocus = false;
    return () => {
      hadFocus = own?.contains(document.activeElement) ?? false;
    };
  }, []);
  const take = (input: HTMLInputElement): void => {
    onFiles(picked(input.files ?? []));
    input.value = '';
  };
  return (
    <div className="row" ref={place}>
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
      <Button icon="folder" onPress={() => folder.current?.click()}>
        Add folder
      </Button>
      <Button kind="primary" icon="upload" onPress={() => files.current?.click()}>
        Add files
      </Button>
    </div>
  );
}

function DropZone({
  children,
  isOff,
  onFiles,
}: Readonly<{ children: ReactNode; isOff: boolean; onFiles: (found: readonly Found[]) => void }>): ReactNode {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: React.DragEvent): boolean => !isOff && event.dataTransfer.types.includes('Files');
  return (
    <section
      className="drop-zone"
      aria-label="Files"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget instanceof Node ? event.relatedTarget : null))
          setOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        void dropped(event.dataTransfer).then(onFiles);
      }}
    >
      {children}
    </section>
  );
}
