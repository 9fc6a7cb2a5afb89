import type { Room } from '@strongroom/client';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { isPhone } from '../../../base/media.ts';
import { Check } from '../../../design/controls.tsx';
import { useFocusBack } from '../../../design/focus-back.ts';
import type { MenuSubject } from '../../../design/layers.tsx';
import { comingRow, focusBeside, focusRow, isNowhere, rowAfter, rowOf, TypeAhead } from '../../../design/list-keys.ts';
import { usePageKeys } from '../../../design/page-keys.ts';
import type { Column, FileSort } from '../base/listing.ts';
import { useUploaders } from '../base/uploaders.ts';
import type { OnFileAction, OnFolderAction } from './file-actions.ts';
import { Line } from './file-line.tsx';
import { FileListHead } from './file-list-head.tsx';
import { useListFocus, useNearestRow, wantFocusOfNext, wantListFocus } from './list-focus.ts';
import type { Rename } from './name-in-row.tsx';
import { type Row, rowId } from './rows.ts';
import { areAllSelected, extendSelection, type Selection, toggleAllRows, toggleRow } from './selection.ts';
import { useListCommands } from './use-list-commands.ts';

const ROWS_AROUND = 12;
/** Maximum number of files that a key waits for. In a longer list it stays with those that are read. */
const MAX_READ_BY_KEY = 5000;

/** The first and the last row next to the window, of rows of one height below `place`. */
function useWindow(
  place: RefObject<HTMLElement | null>,
  count: number,
  height: number,
): readonly [from: number, to: number] {
  const [range, setRange] = useState<readonly [number, number]>([0, 60]);
  useEffect(() => {
    const measure = (): void => {
      const top = place.current?.getBoundingClientRect().top ?? 0;
      const first = Math.max(0, Math.floor(-top / height) - ROWS_AROUND);
      const last = Math.min(count, Math.ceil((innerHeight - top) / height) + ROWS_AROUND);
      setRange((before) => (before[0] === first && before[1] === last ? before : [first, Math.max(last, first)]));
    };
    measure();
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [place, count, height]);
  return range;
}

export type FileListProps = Readonly<{
  rows: readonly Row[];
  /** Files that come after these and are not read yet. */
  unread: number;
  /** Whether the numbers of files of folders count all. */
  isWholeCount: boolean;
  room: Room;
  /** Shows the folder of each file. */
  withFolders: boolean;
  /** The words of the search. */
  sought: string;
  sort: FileSort;
  /** Whether folders of the list were placed in another order than that of their names. */
  isOwn: boolean;
  onSort: (column: Column) => void;
  onOwn: (isOwn: boolean) => void;
  selection: Selection;
  cut: Selection;
  onSelect: (selection: Selection) => void;
  /** Learns the last row next to the window. */
  onNear: (row: number) => void;
  /** Reads the list to its end. */
  onEnd: () => void;
  /** Ticks all files of the list, also those that are not read. */
  onAll: () => void;
  onAction: OnFileAction;
  onFolderAction: OnFolderAction;
  onRename: Rename;
  /** Asks before it deletes. */
  onDelete: (selection: Selection) => void;
  /** A row is dragged away. */
  onDrag: (row: Row) => void;
  /** All that is ticked, as the subject of the menu of a ticked row; undefined for another row. */
  tickedOf: (row: Row) => MenuSubject | undefined;
}>;

/** Rows of the screen: one line, one line for fingers, two lines on a phone. */
const ROW = { fine: 40, coarse: 48, phone: 60 } as const;
/** Pixels of the tools and the head, which stay in view, and of a bar at the foot. */
const EDGE = 104;

const heightOf = (): number => {
  if (matchMedia('(width < 600px)').matches) return ROW.phone;
  return matchMedia('(pointer: coarse)').matches ? ROW.coarse : ROW.fine;
};

function useRowHeight(): number {
  const [height, setHeight] = useState(heightOf);
  useEffect(() => {
    const measure = (): void => setHeight(heightOf());
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  return height;
}

/** The person who added the file or made the folder; empty where it is not known yet. */
const personOf = (row: Row): string => (row.kind === 'file' ? row.file.uploaded_by : (row.folder.made?.by ?? ''));

const nameOf = (row: Row): string => (row.kind === 'file' ? row.file.name : row.folder.name);

/**
 * Only rows near the window exist, so that a hundred thousand cost as little as fifty. The list is one stop of the Tab key: arrows,
 * ends and the beginnings of names lead to its rows.
 */
export function FileList(props: FileListProps): ReactNode {
  const { rows, selection, onSelect, onNear } = props;
  const place = useRef<HTMLDivElement>(null);
  const height = useRowHeight();
  const [from, to] = useWindow(place, rows.length, height);
  useEffect(() => onNear(to), [to, rows]);
  const [current, setCurrent] = useState(0);
  const [typed] = useState(() => new TypeAhead());
  const uploaders = useMemo(() => rows.map(personOf), [rows]);
  const uploader = useUploaders(uploaders);
  const enter = (row: number): void => {
    if (place.current !== null) focusRow({ body: place.current, height, headHeight: EDGE }, row);
  };
  const canReadAll = props.unread > 0 && props.unread <= MAX_READ_BY_KEY;
  const [renamed, setRenamed] = useState<string>();
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  // The same functions at each drawing, so that scrolling draws only the rows that come into sight.
  const [acts] = useState(() => ({
    onTick: (row: Row, isRange: boolean): void => {
      const { selection: before, rows: listed } = latest.current;
      latest.current.onSelect(isRange ? extendSelection(before, row, listed) : toggleRow(before, row));
    },
    // A phone has a dialog for a name: its row is covered by the keyboard.
    onAction: (...[what, file]: Parameters<OnFileAction>): void => {
      if (what === 'rename' && !isPhone()) setRenamed(file.id);
      else latest.current.onAction(what, file);
    },
    onFolderAction: (...[what, row]: Parameters<OnFolderAction>): void => {
      if (what === 'rename' && !isPhone()) setRenamed(rowId(row));
      else latest.current.onFolderAction(what, row);
    },
    onRename: (...named: Parameters<Rename>) => latest.current.onRename(...named),
    onRenamed: (): void => setRenamed(undefined),
    onDrag: (row: Row): void => latest.current.onDrag(row),
    tickedOf: (row: Row): MenuSubject | undefined => latest.current.tickedOf(row),
  }));
  useListCommands({
    ...props,
    ...acts,
    onAll: canReadAll ? props.onAll : undefined,
    onEnter: () => enter(Math.min(current, rows.length - 1)),
  });
  useListFocus(rows, enter);
  const nearest = useNearestRow(rows, enter);
  useFocusBack();
  const names = useMemo(() => rows.map(nameOf), [rows]);

  const placeAfter = (key: string, at: number): number | undefined => {
    if (key === 'End' && canReadAll) {
      props.onEnd();
      wantListFocus('last');
    }
    return rowAfter(key, at, rows.length, Math.max(1, Math.floor((innerHeight - 2 * EDGE) / height)));
  };
  usePageKeys((event) => {
    const at = isNowhere(event) && !event.ctrlKey && !event.metaKey && !event.altKey ? comingRow() : undefined;
    const next = at === undefined ? undefined : placeAfter(event.key, at);
    if (next === undefined) return false;
    enter(next);
    return true;
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = rowOf(event);
    const body = place.current;
    const row = at === undefined ? undefined : rows[at];
    if (at === undefined || body === null || row === undefined || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const isOnName = event.target instanceof HTMLAnchorElement;
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
      focusBeside(event, event.key === 'ArrowRight' ? 1 : -1);
    else if (event.key === 'Enter' && isOnName) {
      // The press on the link follows.
      if (row.kind === 'folder') wantFocusOfNext('first');
      return;
    } else if (event.key === ' ' && isOnName && !typed.continues(' ', names, performance.now()))
      acts.onTick(row, event.shiftKey);
    else {
      const isLetter = isOnName && event.key.length === 1 && !'/?'.includes(event.key);
      const next = isLetter ? typed.find(event.key, names, at, performance.now()) : placeAfter(event.key, at);
      if (next === undefined) return;
      if (event.shiftKey && !isLetter) onSelect(extendSelection(selection, rows[next] ?? row, rows, row));
      focusRow({ body, height, headHeight: EDGE }, next);
      setCurrent(next);
    }
    event.preventDefault();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the rows in it
    <div
      className="files"
      role="table"
      aria-label="Files"
      aria-rowcount={rows.length + props.unread + 1}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        setCurrent(rowOf(event) ?? current);
        nearest.onFocus(event);
      }}
      onBlur={nearest.onBlur}
    >
      <FileListHead sort={props.sort} isOwn={props.isOwn} onSort={props.onSort} onOwn={props.onOwn}>
        <Check
          label="Select all"
          isSelected={areAllSelected(selection, rows)}
          onChange={() => onSelect(toggleAllRows(selection, rows))}
        />
      </FileListHead>
      <div role="rowgroup" ref={place} className="files-body" style={{ height: rows.length * height }}>
        {rows.slice(from, to).map((row, offset) => (
          <Line
            key={rowId(row)}
            row={row}
            index={from + offset}
            height={height}
            room={props.room}
            isWholeCount={props.isWholeCount}
            withFolders={props.withFolders}
            sought={props.sought}
            isCurrent={from + offset === Math.min(current, rows.length - 1)}
            isCut={props.cut.rows.has(rowId(row))}
            isRenamed={renamed === rowId(row)}
            isTicked={selection.rows.has(rowId(row))}
            by={uploader(personOf(row))}
            {...acts}
          />
        ))}
      </div>
    </div>
  );
}
