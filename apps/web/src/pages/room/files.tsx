import type { Room, File as RoomFile } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useConnection } from '../../base/connection.ts';
import { explainError } from '../../base/explain.ts';
import { plural } from '../../base/format.ts';
import { readWhole } from '../../base/growing-list.ts';
import { loadLater, loadNow } from '../../base/later.ts';
import { goTo, setQuery, useAddress } from '../../base/router.tsx';
import { Button } from '../../design/controls.tsx';
import { ErrorBoundary } from '../../design/error-boundary.tsx';
import { listCommandOf } from '../../design/list-keys.ts';
import { usePageCommands } from '../../design/page-commands.ts';
import { usePageKeys } from '../../design/page-keys.ts';
import { Failure, Loading, Notice } from '../../design/text.tsx';
import { DropZone, usePicker } from './adding/add-files.tsx';
import { addTo } from './adding/send-files.ts';
import { useTakenNames } from './adding/use-taken-names.tsx';
import { formatFound } from './base/counted.ts';
import { filterAt, fitsFilter, isFiltering, NO_FILTER } from './base/file-filter.ts';
import { folderAt, folderTree, inside, parentOf } from './base/folders.ts';
import { DEFAULT_SORT, listingAt, nextSort } from './base/listing.ts';
import { mayAddAnywhere, mayAddTo } from './base/may-make.ts';
import { Opened } from './base/opened.tsx';
import { FIRST_FOLDERS, filesOf, useFolders } from './base/room-files.ts';
import { useChanges } from './base/use-changes.ts';
import { useListedFiles } from './base/use-listed-files.ts';
import { useRefresh } from './base/use-refresh.ts';
import { useOrdering } from './editing/order-folder.ts';
import { useCut } from './file-list/cut-note.tsx';
import { onDroppedOnFolder } from './file-list/drop-target.ts';
import { actionsOfOpenFile, type OnFileAction } from './file-list/file-actions.ts';
import { FileList } from './file-list/file-list.tsx';
import { Trail } from './file-list/folder-trail.tsx';
import { FolderTree } from './file-list/folder-tree.tsx';
import { ListEnd } from './file-list/list-end.tsx';
import { wantFocusOfNext, wantListFocus } from './file-list/list-focus.ts';
import { NoFiles, NothingFits, NothingListed } from './file-list/no-files.tsx';
import { hasOwnOrder, type Row, rowId, rowsOf } from './file-list/rows.ts';
import {
  areAllSelected,
  filesOfSelection,
  NO_SELECTION,
  renameInSelection,
  type Selection,
  selectFiles,
  selectionFor,
  toggleAllRows,
} from './file-list/selection.ts';
import { tickedSubject } from './file-list/selection-actions.ts';
import { SelectionBar } from './file-list/selection-bar.tsx';
import type { Subject } from './file-subject.tsx';
import { FileTools } from './file-tools.tsx';

const UnfinishedUploads = loadLater(() =>
  import('./adding/unfinished-uploads.tsx').then(({ UnfinishedUploads: it }) => it),
);
const FileSubject = loadLater(() => import('./file-subject.tsx').then(({ FileSubject: it }) => it));

/** Next to the last file of the list the next ones are read. */
const AHEAD = 30;

/** Maximum number of files that a filter looks through. */
const MAX_FILTERED = 5000;

const FileFilters = loadLater(() => import('./file-list/file-filters.tsx').then(({ FileFilters: it }) => it));

const activityOf = (roomId: string, id = ''): string => `/rooms/${roomId}/activity?about=${id}`;

const filesIn = (rows: readonly Row[]): readonly RoomFile[] =>
  rows.flatMap((row) => (row.kind === 'file' ? [row.file] : []));

export function Files({ room }: Readonly<{ room: Room }>): ReactNode {
  const { searchParams } = useAddress();
  const folder = searchParams.get('folder') ?? '';
  const typed = searchParams.get('find') ?? '';
  const listing = listingAt(searchParams);
  const { find, sort } = listing;
  const filter = filterAt(searchParams);
  const isFiltered = isFiltering(filter);
  const listed = useListedFiles(room.id, listing, isFiltered ? MAX_FILTERED : undefined);
  const { list, readMore, readAll } = listed;
  const isRead = listed.list.data?.cursor === null || listed.files.length >= MAX_FILTERED;
  const files = useMemo(
    () => (isFiltered ? listed.files.filter((file) => fitsFilter(file, filter, Date.now())) : listed.files),
    [listed.files, JSON.stringify(filter)],
  );
  const total = isFiltered ? files.length : listed.total;
  const [isChoosing, setChoosing] = useState(false);
  const [mostFolders, setMostFolders] = useState(FIRST_FOLDERS);
  const folders = useFolders(room.id, mostFolders);
  const root = useMemo(() => folderTree(folders.data?.items ?? []), [folders.data]);
  const areAllFolders = folders.data?.cursor === null && folders.data.isExact;
  const isOwn = find === '' && !isFiltered && hasOwnOrder((folderAt(root, folder) ?? root).folders);
  const rows = useMemo(
    () => (isFiltered ? files.map((file): Row => ({ kind: 'file', file })) : rowsOf(files, root, listing)),
    [files, root, JSON.stringify(listing)],
  );

  const [selection, select] = useState<Selection>(NO_SELECTION);
  const [subject, setSubject] = useState<Subject>();
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const selectAll = useMutation({
    mutationFn: () => readWhole(filesOf(room.id, listing), { signal: new AbortController().signal }),
    onSuccess: (read) => select((before) => selectFiles(before, read)),
  });
  useRefresh(room.id, listing);
  const [added, showAdded] = useChanges(room.id, listing);
  const { ask, question } = useTakenNames();
  const add = useMutation({
    mutationFn: addTo({ room, folder, folders: folders.data?.items, areAll: areAllFolders === true, ask }),
  });
  const isUp = useConnection() === 'up';
  const order = useOrdering(room);
  const mayHere = mayAddTo(room, folder, folders.data?.items);
  const { inputs, buttons, actions } = usePicker(
    add.mutate,
    mayHere.folders ? () => setSubject({ what: 'new-folder', folder }) : undefined,
  );
  const mayAdd = mayHere.files;
  const opened: Row = { kind: 'folder', folder: folderAt(root, folder) ?? root };
  const zip = (): void => setSubject({ what: 'zip', selection: selectionFor(NO_SELECTION, opened) });
  usePageCommands([
    ...(mayAdd ? actions : []),
    ...(rows.length === 0
      ? []
      : ([
          { id: 'zip', name: folder === '' ? 'Download all' : 'Download folder', icon: 'download', run: zip },
          { id: 'list', name: 'List as CSV', icon: 'table', run: () => setSubject({ what: 'index' }) },
        ] as const)),
  ]);
  const dragged = useRef(NO_SELECTION);
  useEffect(
    () =>
      onDroppedOnFolder((onto) => {
        if (dragged.current.rows.size > 0) setSubject({ what: 'move', selection: dragged.current, droppedOn: onto });
      }),
    [],
  );

  const { cut, forget, note } = useCut({
    room,
    folder,
    folders: folders.data?.items,
    rows,
    selection,
    onCut: () => select(NO_SELECTION),
    onPaste: (selected, onto) => setSubject({ what: 'move', selection: selected, droppedOn: onto }),
  });

  usePageKeys((event) => {
    if (folder === '' || listCommandOf(event) !== 'up') return false;
    wantFocusOfNext({ folder });
    setQuery({ folder: parentOf(folder), find: '' }, false);
    return true;
  });

  const shown = useMemo(() => filesIn(rows), [rows]);
  const ids = useMemo(() => new Set(rows.map(rowId)), [rows]);
  const onNear = (row: number): void => {
    if (!isFiltered && row + AHEAD > rows.length) readMore();
  };

  const act: OnFileAction = (what, file) => {
    if (what === 'activity') goTo(activityOf(room.id, file.id));
    else if (what === 'rename' || what === 'label') setSubject({ what: `${what}-file`, file });
    else if (what === 'share' || what === 'who' || what === 'versions') setSubject({ what, file });
    else setSubject({ what, selection: selectionFor(NO_SELECTION, { kind: 'file', file }) });
  };

  if (list.data === undefined && list.error !== null) return <Failure error={list.error} />;
  const isLoading = list.data === undefined || (folders.data === undefined && folders.error === null);
  const isEmpty =
    !isLoading &&
    find === '' &&
    !isFiltered &&
    folder === '' &&
    total === 0 &&
    root.folders.length === 0 &&
    folders.data !== undefined;
  const isKnown = folderAt(root, folder) !== undefined;
  // There the buttons are in the middle of the page.
  const isBare = isEmpty || (!isLoading && find === '' && !isFiltered && rows.length === 0 && isKnown);
  const ticked = filesOfSelection(selection).length;
  const elsewhere = [...selection.rows.keys()].filter((id) => !ids.has(id)).length;
  return (
    <DropZone isOff={!mayAdd && !mayAddAnywhere(folders.data?.items, 'files')} onFiles={add.mutate}>
      {mayAdd && inputs}
      <FileTools
        find={typed}
        found={isLoading || find === '' || isFiltered ? '' : formatFound(total, rows.length - shown.length)}
        folder={folder}
        sort={sort}
        isOwn={isOwn}
        isEmpty={isEmpty}
        filters={Object.keys(filter).length}
        isChoosing={isChoosing || isFiltered}
        onFilter={() => {
          if (isFiltered) setQuery(NO_FILTER);
          setChoosing(!isChoosing && !isFiltered);
        }}
        hasTree={root.folders.length > 0}
        onList={() => setSubject({ what: 'index' })}
        onAll={() => select((before) => (areAllSelected(before, rows) ? before : toggleAllRows(before, rows)))}
        onDownload={zip}
        trail={<Trail room={room.name} root={root} folder={folder} />}
        buttons={mayAdd && !isBare && buttons}
      />
      {(isChoosing || isFiltered) && !isEmpty && (
        <ErrorBoundary>
          <Suspense>
            <FileFilters
              filter={filter}
              read={listed.files}
              found={files.length}
              total={listed.total}
              isRead={isRead}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      <Failure error={add.error ?? order.error ?? folders.error ?? selectAll.error} />
      {add.data !== undefined && add.data.length > 0 && (
        <Notice tone="warn" isUrgent>
          {add.data.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {add.isPending && isUp && <p className="soft">Looking which of them are in the room already…</p>}
      <Opened
        room={room}
        folder={folder}
        find={find}
        files={shown}
        total={total}
        isLoading={isLoading}
        onNear={(index) => onNear(rows.length - shown.length + index)}
        deleted={deleted}
        actionsOf={(file) => actionsOfOpenFile(file, room, act)}
        onLeft={(file) => wantListFocus({ file })}
      />
      {mayAdd && (
        <ErrorBoundary>
          <Suspense>
            <UnfinishedUploads room={room} />
          </Suspense>
        </ErrorBoundary>
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
          <div role="status">
            {added > 0 && (
              <Button icon="retry" onPress={showAdded}>
                {plural(added, 'new file')}: show
              </Button>
            )}
          </div>
          {isEmpty && <NoFiles add={mayAdd && buttons} roomId={room.id} />}
          {!isLoading &&
            isFiltered &&
            rows.length === 0 &&
            (isRead ? <NothingFits /> : <Loading what="the files" rows={8} />)}
          {!isLoading && !isEmpty && !isFiltered && rows.length === 0 && (
            <NothingListed find={find} folder={folder} isKnown={isKnown} add={mayAdd && buttons} />
          )}
          {!isLoading && rows.length > 0 && (
            <FileList
              key={folder}
              rows={rows}
              unread={isFiltered ? 0 : total - files.length}
              isWholeCount={areAllFolders}
              withFolders={find !== '' || isFiltered}
              sought={find}
              sort={sort}
              isOwn={isOwn}
              onSort={(column) => {
                const next = nextSort(sort, column, isOwn);
                setQuery({ sort: next === DEFAULT_SORT ? '' : next });
              }}
              onOwn={(willBe) => setQuery({ sort: willBe ? '' : 'name' })}
              selection={selection}
              onSelect={select}
              cut={cut}
              onNear={onNear}
              onEnd={readAll}
              onAll={selectAll.mutate}
              room={room}
              onDrag={(row) => {
                dragged.current = selectionFor(selection, row);
              }}
              tickedOf={(row) => tickedSubject(room, selection, row, (what) => setSubject({ what, selection }))}
              onRename={async (row, name) => {
                const refused = await loadNow(() => import('./editing/rename.ts')).then(
                  ({ renameRow }) => renameRow(room, row, name),
                  (error: unknown) => ({ text: explainError(error).text }),
                );
                if (refused === undefined && row.kind === 'folder') {
                  const { path } = row.folder;
                  select((before) => renameInSelection(before, path, inside(parentOf(path), name)));
                }
                return refused;
              }}
              onDelete={(chosen) => setSubject({ what: 'delete', selection: chosen })}
              onAction={act}
              onFolderAction={(what, row) => {
                if (what === 'up' || what === 'down') order.mutate({ folder: row.folder, to: what });
                else if (what === 'activity') goTo(activityOf(room.id, row.folder.id));
                else if (what === 'rename' || what === 'access' || what === 'ask')
                  setSubject({ what, folder: row.folder });
                else setSubject({ what, selection: selectionFor(NO_SELECTION, row) });
              }}
            />
          )}
          {!isLoading && !isEmpty && !isFiltered && (
            <ListEnd list={list} find={find} folder={folder} isEmpty={rows.length === 0} />
          )}
        </div>
      </div>
      {selection.rows.size > 0 && (
        <SelectionBar
          room={room}
          selection={selection}
          total={total}
          isReading={selectAll.isPending}
          elsewhere={elsewhere}
          onAll={ticked >= files.length && ticked < total ? selectAll.mutate : undefined}
          onAction={(what) => setSubject({ what, selection })}
          onClear={() => select(NO_SELECTION)}
        />
      )}
      {note}
      {question}
      {subject && (
        <ErrorBoundary onClose={() => setSubject(undefined)}>
          <Suspense>
            <FileSubject
              subject={subject}
              room={room}
              onClose={() => setSubject(undefined)}
              onDone={() => {
                select(NO_SELECTION);
                if (subject.what === 'delete') setDeleted(filesOfSelection(subject.selection).map(({ id }) => id));
                if (subject.what === 'move' || subject.what === 'delete') forget();
              }}
              onBack={(back) => {
                const wasTicked = subject.what === 'move' && subject.selection === selection;
                if (wasTicked) select((now) => (now.rows.size === 0 ? back : now));
              }}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </DropZone>
  );
}
