import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { columnOfOrder, isDescending, type SortKey } from '../base/list-view.ts';
import { Icon } from './icons.tsx';
import { pointerActs } from './pointer-acts.ts';

export type Column<T> = Readonly<{
  id: string;
  head: string;
  cell: (row: T) => ReactNode;
  /** The order that a press on the head asks for. */
  key?: SortKey<T> | undefined;
  isNumber?: boolean;
  /** Left out of a narrow window. The others go to a second line there, below the first column. */
  isExtra?: boolean;
  /** Left out of every window that is not broad, such as a tablet. */
  isRoomy?: boolean;
  isShort?: boolean;
}>;

type Props<T> = Readonly<{
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  idOf: (row: T) => string;
  /** The order of the rows; `onOrder` asks for another one. */
  order?: string;
  onOrder?: ((column: string) => void) | undefined;
  /** The buttons and menus at the end of a row. */
  actions?: ((row: T) => ReactNode) | undefined;
  /** A box at the beginning of each row and of the head. */
  boxOf?: ((row: T | undefined) => ReactNode) | undefined;
  isTicked?: (row: T) => boolean;
  /** A click beside the controls of a row ticks it. */
  onTick?: ((row: T, isRange: boolean) => void) | undefined;
  body?: Ref<HTMLTableSectionElement>;
  onKeyDown?: (event: KeyboardEvent) => void;
}>;

/**
 * Rows of one kind. Heads stay in view, and sort where the list can be sorted. A click on a row opens what its name leads to, or
 * two where one ticks it. The right button opens its menu.
 */
export const Table = <T,>({
  label,
  columns,
  rows,
  idOf,
  order = '',
  onOrder,
  actions,
  boxOf,
  isTicked,
  onTick,
  body,
  onKeyDown,
}: Props<T>): ReactNode => (
  <table className="list list-rows" aria-label={label} data-ticks={onTick !== undefined || undefined}>
    <thead>
      <tr>
        {boxOf && <th className="box">{boxOf(undefined)}</th>}
        {columns.map((column) => (
          <Head key={column.id} column={column} order={order} onOrder={onOrder} />
        ))}
        {actions && (
          <th className="actions">
            <span className="hidden-visually">Actions</span>
          </th>
        )}
      </tr>
    </thead>
    <tbody ref={body} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <tr
          key={idOf(row)}
          data-index={index}
          data-ticked={isTicked?.(row) || undefined}
          {...pointerActs(onTick && ((isRange) => onTick(row, isRange)))}
        >
          {boxOf && <td className="box">{boxOf(row)}</td>}
          {columns.map((column, place) => (
            <td key={column.id} className={place === 0 ? 'first' : classOf(column)}>
              {column.cell(row)}
            </td>
          ))}
          {actions && <td className="actions">{actions(row)}</td>}
        </tr>
      ))}
    </tbody>
  </table>
);

type HeadProps<T> = Readonly<{
  column: Omit<Column<T>, 'cell'>;
  order: string;
  onOrder: ((column: string) => void) | undefined;
}>;

/** The head of a column, which sorts where the list can be sorted by it. */
export function Head<T>({ column, order, onOrder }: HeadProps<T>): ReactNode {
  if (column.key === undefined || onOrder === undefined) return <th className={classOf(column)}>{column.head}</th>;
  const isSorted = columnOfOrder(order) === column.id;
  const falls = isSorted && isDescending(order);
  return (
    <th className={classOf(column)} aria-sort={isSorted ? (falls ? 'descending' : 'ascending') : undefined}>
      <button type="button" className="files-sort" data-falling={falls || undefined} onClick={() => onOrder(column.id)}>
        {column.head}
        {isSorted && <Icon name="down" />}
      </button>
    </th>
  );
}

const classOf = <T,>({ isNumber, isExtra, isRoomy, isShort }: Omit<Column<T>, 'cell'>): string | undefined =>
  [isNumber && 'number', isExtra && 'wide-only', isRoomy && 'broad-only', isShort && 'short']
    .filter(Boolean)
    .join(' ') || undefined;
