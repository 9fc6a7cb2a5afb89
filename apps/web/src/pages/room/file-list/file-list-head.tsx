import type { ReactNode } from 'react';
import { Icon } from '../../../design/icons.tsx';
import { type Column, columnOf, type FileSort, isDescending } from '../base/listing.ts';

const TITLES: readonly Readonly<{ column: Column; title: string; className?: string }>[] = [
  { column: 'name', title: 'Name' },
  { column: 'label', title: 'Label', className: 'files-label' },
  { column: 'by', title: 'By', className: 'files-by' },
  { column: 'date', title: 'Added', className: 'files-date' },
  { column: 'size', title: 'Size', className: 'files-size number' },
];

type Props = Readonly<{
  sort: FileSort;
  /** Whether folders are in an order of their own, which is then no order of names. */
  isOwn: boolean;
  onSort: (column: Column) => void;
  /** Turns the own order of folders on, or off for that of names. */
  onOwn: (isOwn: boolean) => void;
  children: ReactNode;
}>;

/** The heads of the columns, which sort. They stay in view. */
export const FileListHead = ({ sort, isOwn, onSort, onOwn, children }: Props): ReactNode => (
  <div role="rowgroup" className="files-heads">
    <div className="files-row files-head" role="row" aria-rowindex={1}>
      <span role="columnheader">{children}</span>
      {TITLES.map(({ column, title, className }) => {
        const isSorted = columnOf(sort) === column && !(isOwn && sort === 'own');
        return (
          <span
            key={column}
            role="columnheader"
            className={className}
            aria-sort={isSorted ? (isDescending(sort) ? 'descending' : 'ascending') : undefined}
          >
            <button
              type="button"
              className="files-sort"
              data-falling={(isSorted && isDescending(sort)) || undefined}
              onClick={() => onSort(column)}
            >
              {title}
              {isSorted && <Icon name="down" />}
            </button>
            {column === 'name' && isOwn && (
              <button
                type="button"
                className="own-order"
                aria-pressed={sort === 'own'}
                title="The folders of this list were placed by hand. Move up in the list, in the menu of a folder, does so."
                onClick={() => onOwn(sort !== 'own')}
              >
                {sort === 'own' && <Icon name="check" />}
                Own order
              </button>
            )}
          </span>
        );
      })}
      <span role="columnheader">
        <span className="hidden-visually">Actions</span>
      </span>
    </div>
  </div>
);
