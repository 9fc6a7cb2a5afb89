import type { Room } from '@strongroom/client';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { ago, dateTime, number, plural } from '../../base/format.ts';
import { size } from '../../base/size.ts';
import { Classification } from '../../design/classification.tsx';
import { Check } from '../../design/controls.tsx';
import { FileName } from '../../design/file-name.tsx';
import { Icon } from '../../design/icons.tsx';
import { Menu } from '../../design/layers.tsx';
import { actionsOfFile, type OnFileAction } from './file-actions.ts';
import type { FileRow, FolderRow, Row } from './rows.ts';

const momentsOf = ({ uploaded_at: uploaded, modified_at: modified }: FileRow['file']): string =>
  `Added ${dateTime(uploaded)}${modified === undefined ? '' : `, changed ${dateTime(modified)}`}`;

type Props = Readonly<{
  rows: readonly Row[];
  /** Files that come after these and are not read yet. */
  unread: number;
  /** Whether the numbers of files of folders count all. */
  isWholeCount: boolean;
  room: Room;
  /** Shows the folder of each file. */
  withFolders: boolean;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  /** Learns the last row next to the window. */
  onNear: (row: number) => void;
  onAction: OnFileAction;
}>;

const ROW_FINE = 40;
const ROW_COARSE = 48;
const AROUND = 12;

const idOf = (row: Row): string => (row.kind === 'file' ? row.file.id : `folder ${row.folder.path}`);
const linkTo = (row: Row): string => {
  const url = new URL(location.href);
  if (row.kind === 'file') url.searchParams.set('file', row.file.id);
  else {
    url.searchParams.set('folder', row.folder.path);
    for (const name of ['file', 'find']) url.searchParams.delete(name);
  }
  return url.pathname + url.search;
};

/** Only rows near the window exist, so that a hundred thousand cost as little as fifty. Arrow keys go from row to row. */
export function FileList(props: Props): ReactNode {
  const { rows, selected, onSelect, onNear } = props;
  const place = useRef<HTMLDivElement>(null);
  const height = matchMedia('(pointer: coarse)').matches ? ROW_COARSE : ROW_FINE;
  const [from, to] = useWindow(place, rows.length, height);
  useEffect(() => onNear(to), [to, rows]);
  const ids = useMemo(() => rows.flatMap((row) => (row.kind === 'file' ? [row.file.id] : [])), [rows]);
  const areAll = ids.length > 0 && selected.size >= ids.length && ids.every((id) => selected.has(id));
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  // The same functions at each drawing, so that scrolling draws only the rows that come into sight.
  const [{ select, act }] = useState(() => ({
    select: (id: string, isSelected: boolean): void => {
      const next = new Set(latest.current.selected);
      if (isSelected) next.add(id);
      else next.delete(id);
      latest.current.onSelect(next);
    },
    act: (...action: Parameters<Props['onAction']>): void => latest.current.onAction(...action),
  }));
  return (
    <div
      className="files"
      role="table"
      aria-label="Files"
      aria-rowcount={rows.length + props.unread + 1}
      onKeyDown={(event) => moveFocus(event, place.current, rows.length, height)}
    >
      <div role="rowgroup">
        <div className="files-row files-head" role="row" aria-rowindex={1}>
          <span role="columnheader">
            <Check label="Select all files" isSelected={areAll} onChange={() => onSelect(new Set(areAll ? [] : ids))} />
          </span>
          <span role="columnheader" className="wide-only">
            Index
          </span>
          <span role="columnheader">Name</span>
          <span role="columnheader">Label</span>
          <span role="columnheader" className="number">
            Size
          </span>
          <span role="columnheader" className="wide-only">
            Added
          </span>
          <span role="columnheader">
            <span className="hidden-visually">Actions</span>
          </span>
        </div>
      </div>
      <div role="rowgroup" ref={place} className="files-body" style={{ height: rows.length * height }}>
        {rows.slice(from, to).map((row, offset) => (
          <Line
            key={idOf(row)}
            row={row}
            index={from + offset}
            height={height}
            room={props.room}
            isWholeCount={props.isWholeCount}
            withFolders={props.withFolders}
            isSelected={row.kind === 'file' && selected.has(row.file.id)}
            onSelect={select}
            onAction={act}
          />
        ))}
      </div>
    </div>
  );
}

type CellProps = Pick<Props, 'room' | 'isWholeCount' | 'withFolders' | 'onAction'> &
  Readonly<{ isSelected: boolean; onSelect: (id: string, isSelected: boolean) => void }>;
type LineProps = CellProps & Readonly<{ row: Row; index: number; height: number }>;

const Line = memo(
  ({ row, index, height, ...rest }: LineProps): ReactNode => (
    <div
      className="files-row"
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      style={{ transform: `translateY(${index * height}px)`, height }}
    >
      {row.kind === 'file' ? <FileCells {...rest} row={row} /> : <FolderCells row={row} {...rest} />}
    </div>
  ),
);

function FolderCells({
  row,
  isWholeCount,
  withFolders,
}: Pick<CellProps, 'isWholeCount' | 'withFolders'> & Readonly<{ row: FolderRow }>): ReactNode {
  const { name, path, index, count } = row.folder;
  const parent = path.slice(0, -name.length - 1);
  return (
    <>
      <span role="cell" />
      <span role="cell" className="wide-only soft">
        {index}
      </span>
      <span role="cell" className="files-name">
        <Icon name="folder" />
        <a className="cut" href={linkTo(row)} title={name}>
          <bdi>{name}</bdi>
        </a>
        {withFolders && parent !== '' && <small className="soft cut">in {parent}</small>}
      </span>
      <span role="cell" className="files-count number soft" aria-colspan={2}>
        {isWholeCount ? plural(count, 'file') : `${number(count)}+ files`}
      </span>
      <span role="cell" className="wide-only" />
      <span role="cell" />
    </>
  );
}

function FileCells({
  row: { file, index },
  room,
  withFolders,
  isSelected,
  onSelect,
  onAction,
}: CellProps & Readonly<{ row: FileRow }>): ReactNode {
  return (
    <>
      <span role="cell">
        <Check label={`Select ${file.name}`} isSelected={isSelected} onChange={(is) => onSelect(file.id, is)} />
      </span>
      <span role="cell" className="wide-only soft">
        {index}
      </span>
      <span role="cell" className="files-name">
        <Icon name="file" />
        <a className="cut" href={linkTo({ kind: 'file', file, index })}>
          <FileName name={file.name} />
        </a>
        {withFolders && file.folder !== '' && <small className="soft cut">in {file.folder}</small>}
      </span>
      <span role="cell">
        {file.classification !== room.classification ? (
          <Classification label={file.classification} isShort />
        ) : (
          <span className="soft" title="The label of the room">
            {file.classification}
          </span>
        )}
      </span>
      <span role="cell" className="number soft">
        {size(file.size)}
      </span>
      <span role="cell" className="wide-only soft" title={momentsOf(file)}>
        {ago(file.uploaded_at)}
      </span>
      <span role="cell">
        <Menu label={`Actions for ${file.name}`} actions={actionsOfFile(file, room, onAction)} />
      </span>
    </>
  );
}

function useWindow(
  place: React.RefObject<HTMLDivElement | null>,
  count: number,
  height: number,
): readonly [number, number] {
  const [range, setRange] = useState<readonly [number, number]>([0, 60]);
  useEffect(() => {
    const measure = (): void => {
      const top = place.current?.getBoundingClientRect().top ?? 0;
      const first = Math.max(0, Math.floor(-top / height) - AROUND);
      const last = Math.min(count, Math.ceil((innerHeight - top) / height) + AROUND);
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

/** The row that gets the focus may not exist before it is scrolled to. */
function moveFocus(event: KeyboardEvent, place: HTMLElement | null, count: number, height: number): void {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 };
  const step = steps[event.key];
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
  if (step === undefined || row === null || place === null) return;
  event.preventDefault();
  const next = Math.min(count - 1, Math.max(0, Number(row.dataset['index']) + step));
  const top = place.getBoundingClientRect().top + next * height;
  if (top < 80) scrollBy(0, top - 80);
  else if (top + height > innerHeight - 16) scrollBy(0, top + height - innerHeight + 16);
  requestAnimationFrame(() =>
    requestAnimationFrame(() => place.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus()),
  );
}
