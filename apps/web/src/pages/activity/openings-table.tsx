import { type ReactNode, useState } from 'react';
import { plural } from '../../base/format.ts';
import { columnOfOrder, orderAfterPress, orderRows } from '../../base/list-view.ts';
import { Button } from '../../design/controls.tsx';
import { type Column, Head } from '../../design/table.tsx';
import { activeDays, countDays, type DayAxis } from './opening-days.ts';
import { type RowWords, TotalRow } from './opening-rows.tsx';
import type { OpeningTotal, ReportBy } from './openings.ts';

type TotalColumn = Omit<Column<OpeningTotal>, 'cell'>;

const HEADS = { person: 'Who', document: 'Document', group: 'Group' } as const;

const columnsOf = (
  by: ReportBy,
  { nameOf, hasDays }: Readonly<{ nameOf: (total: OpeningTotal) => string; hasDays: boolean }>,
): readonly TotalColumn[] => [
  { id: 'name', head: HEADS[by], key: nameOf },
  { id: 'different', head: by === 'document' ? 'People' : 'Documents', isNumber: true, key: (one) => one.different },
  { id: 'count', head: 'Times', isNumber: true, key: (one) => one.count },
  ...(hasDays
    ? [{ id: 'days', head: 'Days', isExtra: true, isShort: true, key: (one: OpeningTotal) => activeDays(one.parts) }]
    : []),
  { id: 'first', head: 'First', isExtra: true, key: ({ firstAt }) => firstAt },
  { id: 'last', head: 'Last', isExtra: true, key: ({ lastAt }) => lastAt },
];

/** Rows that a press shows: drawing thousands takes long. */
const ROWS = 200;

type Props = RowWords & Readonly<{ by: ReportBy; totals: readonly OpeningTotal[]; axis: DayAxis | undefined }>;

/** The rows of a report, in the order that a person chooses. */
export function OpeningsTable({ by, totals, axis, ...words }: Props): ReactNode {
  const [order, setOrder] = useState('-last');
  const [rows, setRows] = useState(ROWS);
  const columns = columnsOf(by, { nameOf: words.nameOf, hasDays: axis !== undefined });
  const sorted = columns.find(({ id }) => id === columnOfOrder(order));
  const ordered = orderRows(totals, sorted?.key, order);
  const barsOf = (parts: OpeningTotal['parts']) => (axis === undefined ? undefined : countDays(parts, axis));
  const most = Math.max(...totals.flatMap(({ parts }) => barsOf(parts)?.map(({ count }) => count) ?? []), 1);
  const left = ordered.length - rows;
  return (
    <>
      <table className="list" aria-label="Who opened what">
        <thead>
          <tr>
            {columns.map((column) => (
              <Head
                key={column.id}
                column={column}
                order={order}
                onOrder={(id) => setOrder(orderAfterPress(order, id))}
              />
            ))}
            <th>
              <span className="hidden-visually">Details</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {ordered.slice(0, rows).map((total) => (
            <TotalRow key={total.id} total={total} barsOf={barsOf} most={most} {...words} />
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <div>
          <Button onPress={() => setRows(rows + ROWS)}>Show {plural(Math.min(left, ROWS), 'more row')}</Button>
        </div>
      )}
    </>
  );
}
