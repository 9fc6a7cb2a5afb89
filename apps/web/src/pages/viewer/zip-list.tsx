import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { plural } from '../../base/format.ts';
import { formatSize } from '../../base/size.ts';
import { FindButton, useFinder, useIsFinding } from './search.tsx';
import { Tools } from './tools.tsx';
import { type Scroller, VirtualRows } from './virtual-rows.tsx';
import type { ZipItem } from './zip/directory.ts';
import { parentOf, rowsOf, rowsWith, type ZipRow } from './zip/rows.ts';
import { reasonAgainst } from './zip/unpack.ts';
import { ZipHead, ZipLine } from './zip-line.tsx';
import './zip.css';

const ROW = 44;
const PAGE = 12;
const NONE: ReadonlySet<string> = new Set();

/** The place of a reader in a list, which is kept while a file of it is open. */
export type ZipPlace = Readonly<{ row: number; closed: ReadonlySet<string>; hasFocus: boolean }>;

type Props = Readonly<{
  items: readonly ZipItem[];
  place: ZipPlace;
  onPlace: (place: ZipPlace) => void;
  isShown: (name: string) => boolean;
  onOpen: (item: ZipItem) => void;
  onSave: (item: ZipItem) => void;
}>;

/** Files of an archive in folders that open and close. Arrows lead from row to row, as in the tree of a room. */
export function ZipList({ items, place, onPlace, isShown, onOpen, onSave }: Props): ReactNode {
  const { row, closed } = place;
  const rows = useMemo(() => rowsOf(items, closed), [items, closed]);
  const scroller = useRef<Scroller>(null);
  /** The row that takes the focus when it is there. */
  const wanted = useRef(place.hasFocus ? row : undefined);
  const [sought, setSought] = useState('');
  const found = useMemo(() => rowsWith(rows, sought), [rows, sought]);
  const isFinding = useIsFinding();
  useEffect(() => {
    if (place.hasFocus) scroller.current?.show(row);
  }, []);
  const go = (to: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    wanted.current = next;
    if (Math.abs(next - row) > 1) scroller.current?.show(next);
    onPlace({ ...place, row: next, hasFocus: true });
  };
  useEffect(() => {
    if (isFinding) onPlace({ ...place, closed: NONE });
  }, [isFinding]);
  const find = (text: string, isBack: boolean): void => {
    setSought(text);
    const hits = rowsWith(rows, text);
    const isNew = text !== sought;
    const next = isBack ? hits.findLast((hit) => hit < row) : hits.find((hit) => isNew || hit > row);
    const to = next ?? hits.at(isBack ? -1 : 0);
    if (to === undefined) return;
    scroller.current?.show(to);
    onPlace({ ...place, row: to });
  };
  useFinder({ found: { current: found.indexOf(row) + 1, total: found.length, isSearching: false }, find });
  const fold = (one: ZipRow, isOpen: boolean): void => {
    const next = new Set(closed);
    if (isOpen) next.delete(one.path);
    else next.add(one.path);
    onPlace({ ...place, closed: next });
  };
  const act = (one: ZipRow): void => {
    if (one.kind === 'folder') fold(one, !one.isOpen);
    else if (reasonAgainst(one.item) === undefined) (isShown(one.name) ? onOpen : onSave)(one.item);
  };
  const press = (event: KeyboardEvent): void => {
    const one = rows[row];
    if (one === undefined || event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element))
      return;
    const isInRow = event.target.closest('.zip-line') !== null;
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(isInRow ? row + 1 : row),
      ArrowUp: () => go(row - 1),
      PageDown: () => go(row + PAGE),
      PageUp: () => go(row - PAGE),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      // The list itself can have the focus, to scroll: then no row shows which one a key is about.
      ...(isInRow && {
        ArrowRight: () => (one.kind === 'folder' && !one.isOpen ? fold(one, true) : go(row + 1)),
        ArrowLeft: () => (one.kind === 'folder' && one.isOpen ? fold(one, false) : go(parentOf(rows, row))),
        ...(event.target.closest('button') === null && { Enter: () => act(one), ' ': () => act(one) }),
      }),
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };
  const files = items.filter(({ isFolder }) => !isFolder);
  return (
    <>
      <Tools label="Archive">
        <span className="soft" role="status">
          {plural(files.length, 'file')}, {formatSize(files.reduce((sum, { size }) => sum + size, 0))} unpacked
        </span>
        <FindButton label="Find in the archive" />
      </Tools>
      <div className="viewer-space">
        <VirtualRows
          count={rows.length}
          height={ROW}
          label="Content of the archive"
          role="treegrid"
          className="zip-place"
          scroller={scroller}
          onKeyDown={press}
          head={<ZipHead />}
        >
          {(index, style) => {
            const one = rows[index];
            return (
              one && (
                <ZipLine
                  key={index}
                  row={one}
                  index={index}
                  style={style}
                  isCurrent={index === row}
                  isMarked={index === row && found.includes(row)}
                  isShown={isShown(one.name)}
                  line={(line) => {
                    if (line === null || wanted.current !== index) return;
                    wanted.current = undefined;
                    line.focus();
                  }}
                  onFocus={() => {
                    if (index !== row) onPlace({ ...place, row: index });
                  }}
                  onPress={() => act(one)}
                  onSave={onSave}
                />
              )
            );
          }}
        </VirtualRows>
      </div>
    </>
  );
}
