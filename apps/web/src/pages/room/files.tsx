import type { Room, File as RoomFile } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { plural } from '../../base/format.ts';
import { may } from '../../base/may.ts';
import { queries, useLabels } from '../../base/queries.ts';
import { go, setQuery, useAddress } from '../../base/router.tsx';
import { Button, Field, Select } from '../../design/controls.tsx';
import { Empty, Failure, Loading, Notice } from '../../design/text.tsx';
import type { Gathered } from '../../transfer/dropped.ts';
import { uploadQueue } from '../../transfer/page.ts';
import { addFiles, DropZone, usePicker } from './add-files.tsx';
import { FileList } from './file-list.tsx';
import { FileSubject, type Subject } from './file-subject.tsx';
import { Trail } from './folder-trail.tsx';
import { FolderTree } from './folder-tree.tsx';
import { folderAt, folderTree } from './folders.ts';
import { ListEnd } from './list-end.tsx';
import { Opened } from './opened.tsx';
import { below, type Part, pagesOfFolders, readFilesAgain, readNewFiles, useFiles, useFolders } from './room-files.ts';
import { foundIn, type Row, rowsOf, type Sort } from './rows.ts';
import { UnfinishedUploads } from './unfinished-uploads.tsx';

const SORTS = [
  { id: 'name', name: 'By name' },
  { id: 'date', name: 'Newest first' },
  { id: 'size', name: 'Largest first' },
  { id: 'label', name: 'Highest label first' },
] as const;

/** Maximum number of files of a folder that is read whole and listed by name. Of a larger one, the newest are read first. */
const SMALL = 1000;
const STEP = 100;
/** Files that a search reads at once, and each time that a person lets it go on. */
const FIRST_SEARCHED = 2000;
export const SEARCHED_ON = 20_000;
const FIRST_FOLDERS = 1000;
/** Next to the last file of the list the next ones are read. */
const AHEAD = 30;

const DAY_MS = 86_400_000;
/** Since the day before the file was added: uploads take time. */
const activityOf = (roomId: string, { id, uploaded_at: added }: RoomFile): string =>
  `/rooms/${roomId}/activity?about=${id}&from=${new Date(Date.parse(added) - DAY_MS).toISOString().slice(0, 10)}`;

const isSort = (text: string | null): text is Sort => SORTS.some(({ id }) => id === text);
const filesIn = (rows: readonly Row[]): readonly RoomFile[] =>
  rows.flatMap((row) => (row.kind === 'file' ? [row.file] : []));

export function Files({ room }: Readonly<{ room: Room }>): ReactNode {
  const { searchParams } = useAddress();
  const folder = searchParams.get('folder') ?? '';
  const find = searchParams.get('find') ?? '';
  const part = find === '' ? { folder, isDeep: false } : below(folder);
  const place = `${part.isDeep} ${part.folder}`;
  const [asked, ask] = useState({ place, count: 0 });
  const atLeast = asked.place === place ? asked.count : 0;
  const list = useFiles(room.id, part, (total) =>
    Math.max(atLeast, part.isDeep ? FIRST_SEARCHED : total <= SMALL ? SMALL : STEP),
  );
  const { items: files, total, cursor } = list.data ?? { items: [], total: 0, cursor: null };
  const [mostFolders, setMostFolders] = useState(FIRST_FOLDERS);
  const folders = useFolders(room.id, mostFolders);
  const root = useMemo(() => folderTree(folders.data?.items ?? []), [folders.data]);
  const areAllFolders = folders.data?.cursor === null && folders.data.isExact;

  const wanted = searchParams.get('sort');
  const usual: Sort = total <= SMALL ? 'name' : 'date';
  const sort = isSort(wanted) ? wanted : usual;
  const isWhole = cursor === null && areAllFolders;
  const labels = useLabels().data;
  const { rows, count } = useMemo(() => {
    const listed = { files, isWhole, root, sort, labels: labels?.map(({ label }) => label) ?? [] };
    return find === '' ? { rows: rowsOf(listed, folder), count: 0 } : foundIn(listed, find, part.folder);
  }, [files, isWhole, root, sort, labels, find, folder, part.folder]);

  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [subject, setSubject] = useState<Subject>();
  useEffect(() => setSelected(new Set()), [folder, find]);
  useRefresh(room.id, part);
  const add = useMutation({ mutationFn: (found: Gathered) => addFiles(room, found, folder) });
  const { inputs, buttons } = usePicker(add.mutate);
  const mayAdd = may(room, 'file.upload');
  const readOn = (by: number): void => ask({ place, count: files.length + by });

  const shown = useMemo(() => filesIn(rows), [rows]);
  const onNear = (row: number): void => {
    if (find === '' && cursor !== null && !list.isReading && row + AHEAD > rows.length) readOn(STEP);
  };

  if (list.data === undefined && list.error !== null) return <Failure error={list.error} />;
  const isLoading = list.data === undefined || (folders.data === undefined && folders.error === null);
  const isEmpty = !isLoading && total === 0 && folder === '' && root.count === 0 && folders.data !== undefined;
  const chosen = files.filter(({ id }) => selected.has(id));
  return (
    <DropZone isOff={!mayAdd} onFiles={add.mutate}>
      {mayAdd && inputs}
      <div className="row">
        {!isEmpty && (
          <>
            <div className="grow file-find">
              <Field
                label="Find files by name"
                hideLabel
                placeholder={folder === '' ? 'Find by name' : 'Find by name in this folder'}
                type="search"
                value={find}
                onChange={(text) => setQuery({ find: text })}
              />
            </div>
            <Select
              label="Order"
              hideLabel
              value={sort}
              onChange={(next) => setQuery({ sort: next === usual ? '' : next })}
              options={SORTS}
            />
            <Button icon="download" onPress={() => setSubject({ what: 'index' })}>
              Index
            </Button>
          </>
        )}
        {mayAdd && !isEmpty && buttons}
      </div>
      <Trail folder={folder} />
      <Failure error={add.error ?? folders.error} />
      {add.data !== undefined && add.data.length > 0 && (
        <Notice tone="warn" isUrgent>
          {add.data.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {add.isPending && <p className="soft">Looking which of them are in the room already…</p>}
      <Opened
        room={room}
        files={shown}
        total={find === '' ? total : count}
        isLoading={isLoading}
        onNear={(index) => onNear(rows.length - shown.length + index)}
      />
      {mayAdd && <UnfinishedUploads room={room} />}
      {selected.size > 0 && (
        <div className="row selection" role="toolbar" aria-label="Selected files">
          <strong>{plural(chosen.length, 'file')} selected</strong>
          <Button icon="download" onPress={() => setSubject({ what: 'zip', files: chosen })}>
            Download
          </Button>
          {chosen.every((file) => may(file, 'file.delete')) && (
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
        <FolderTree
          root={root}
          open={folder}
          total={areAllFolders ? root.count : room.file_count}
          isExact={areAllFolders}
          onMore={folders.data?.cursor ? () => setMostFolders(mostFolders + FIRST_FOLDERS) : undefined}
        />
        <div className="grow">
          {isLoading && <Loading what="the files" rows={8} />}
          {isEmpty && <NoFiles add={mayAdd && buttons} />}
          {!isLoading && !isEmpty && rows.length === 0 && !list.isReading && (
            <Empty icon="search" title={find === '' ? 'This folder is empty' : 'No file has this name'}>
              {find === ''
                ? folderAt(root, folder) === undefined
                  ? 'Nothing is in it any more, or you may not see what is.'
                  : 'Add files to it, or go back to the folder above.'
                : 'Names of files and folders are searched. Contents cannot be: only your browser can read them.'}
            </Empty>
          )}
          {!isLoading && rows.length > 0 && (
            <FileList
              rows={rows}
              unread={find === '' ? total - files.length : 0}
              isWholeCount={areAllFolders}
              withFolders={find !== ''}
              selected={selected}
              onSelect={setSelected}
              onNear={onNear}
              room={room}
              onAction={(what, file) =>
                what === 'activity' ? go(activityOf(room.id, file)) : setSubject({ what, files: [file] })
              }
            />
          )}
          {!isLoading && !isEmpty && (
            <ListEnd
              list={list}
              find={find}
              folder={part.folder}
              found={count}
              sort={sort}
              onMore={() => readOn(find === '' && sort === 'date' ? STEP : SEARCHED_ON)}
            />
          )}
        </div>
      </div>
      {subject && (
        <FileSubject
          subject={subject}
          room={room}
          onClose={() => setSubject(undefined)}
          onDeleted={() => setSelected(new Set())}
        />
      )}
    </DropZone>
  );
}

const REFRESH_MS = 1000;
/** For each page of folders, of which the service answers sixty a minute until the store is upgraded. */
const REFRESH_FOLDERS_MS = 1500;

/** Reads what is new while uploads arrive: files once a second, folders less often in a room with many. */
function useRefresh(roomId: string, part: Part): void {
  const latest = useRef(part);
  useEffect(() => {
    latest.current = part;
  });
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const later = (what: string, ms: number, run: () => Promise<void>): void => {
      if (timers.has(what)) return;
      const work = (): void => {
        timers.delete(what);
        void run();
      };
      timers.set(what, setTimeout(work, ms));
    };
    const end = uploadQueue.onUploaded((uploadedTo) => {
      if (uploadedTo !== roomId) return;
      later('files', REFRESH_MS, async () => {
        await queries.invalidateQueries({ queryKey: ['files', roomId], refetchType: 'none' });
        await readNewFiles(roomId, latest.current);
        await queries.invalidateQueries({ queryKey: ['room', roomId] });
      });
      later('folders', Math.max(REFRESH_MS, REFRESH_FOLDERS_MS * pagesOfFolders(roomId)), () =>
        queries.invalidateQueries({ queryKey: ['folders', roomId] }),
      );
    });
    return () => {
      end();
      for (const timer of timers.values()) clearTimeout(timer);
      void readFilesAgain(roomId);
    };
  }, [roomId]);
}

/** `add`: the buttons of a person who may add files. */
const NoFiles = ({ add }: Readonly<{ add: ReactNode }>): ReactNode => (
  <Empty icon="upload" title={add ? 'Add the first files' : 'No files yet'} action={add}>
    {add
      ? 'Drop files or whole folders here. They are encrypted in this browser before they leave it, so the service cannot search, preview or scan them.'
      : 'Files will appear here when an owner or contributor adds them.'}
  </Empty>
);
