import type { CSSProperties, ReactNode } from 'react';
import { formatDate, formatDateTime, plural } from '../../base/format.ts';
import { formatSize } from '../../base/size.ts';
import { FileName } from '../../design/file-name.tsx';
import { Icon } from '../../design/icons.tsx';
import { kindOfFile } from './file-kind.ts';
import type { ZipItem } from './zip/directory.ts';
import type { ZipRow } from './zip/rows.ts';
import { reasonAgainst } from './zip/unpack.ts';

/** Names of deep folders keep some room. */
const MAX_INDENT = 8;
const STEP = 18;
/** The arrow of a folder: a file has its icon where the folders beside it have theirs. */
const SIGN = 26;

export const ZipHead = (): ReactNode => (
  <div role="rowgroup" className="zip-head">
    <div role="row" aria-rowindex={1} className="zip-row soft">
      <span role="columnheader">Name</span>
      <span role="columnheader" className="zip-size">
        Size
      </span>
      <span role="columnheader" className="zip-date">
        Changed
      </span>
      <span role="columnheader">
        <span className="hidden-visually">Save</span>
      </span>
    </div>
  </div>
);

const filesIn = (count: number): string => (count === 0 ? 'empty' : plural(count, 'file'));

type Props = Readonly<{
  row: ZipRow;
  index: number;
  style: CSSProperties;
  /** The row that Tab leads to. */
  isCurrent: boolean;
  isMarked: boolean;
  isShown: boolean;
  line: (line: HTMLDivElement | null) => void;
  onFocus: () => void;
  onPress: () => void;
  onSave: (item: ZipItem) => void;
}>;

/** A folder or file of an archive. */
export function ZipLine({
  row,
  index,
  style,
  isCurrent,
  isMarked,
  isShown,
  line,
  onFocus,
  onPress,
  onSave,
}: Props): ReactNode {
  const reason = row.kind === 'file' ? reasonAgainst(row.item) : undefined;
  const tabIndex = isCurrent ? 0 : -1;
  const name = <FileName name={row.name} />;
  const isPressed = row.kind === 'folder' || (isShown && reason === undefined);
  const indent = Math.min(row.depth, MAX_INDENT) * STEP + (row.kind === 'file' ? SIGN : 0);
  const indented: CSSProperties & Readonly<Record<'--indent', string>> = { ...style, '--indent': `${indent}px` };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-level={row.depth + 1}
      {...(row.kind === 'folder' && { 'aria-expanded': row.isOpen })}
      className="zip-row zip-line"
      data-marked={isMarked || undefined}
      style={indented}
      tabIndex={tabIndex}
      ref={line}
      onFocus={onFocus}
    >
      <span role="rowheader" className="zip-name">
        {row.kind === 'folder' && <Icon name={row.isOpen ? 'down' : 'right'} />}
        <Icon name={row.kind === 'folder' ? 'folder' : kindOfFile({ name: row.name, content_type: '' })} />
        {isPressed ? (
          <button type="button" className="viewer-inner-file" tabIndex={-1} onClick={onPress}>
            {name}
          </button>
        ) : (
          name
        )}
        {reason !== undefined && <span className="badge cut">{reason}</span>}
      </span>
      <span role="gridcell" className="zip-size soft number">
        {row.kind === 'folder' ? filesIn(row.count) : formatSize(row.item.size)}
      </span>
      <Changed at={row.kind === 'file' ? row.item.modified : undefined} />
      <span role="gridcell">
        {row.kind === 'file' && reason === undefined && (
          <button
            type="button"
            className="button"
            data-kind="quiet"
            data-icon=""
            tabIndex={tabIndex}
            aria-label={`Save ${row.name}`}
            onClick={() => onSave(row.item)}
          >
            <Icon name="download" />
          </button>
        )}
      </span>
    </div>
  );
}

function Changed({ at }: Readonly<{ at: Date | undefined }>): ReactNode {
  const instant = at?.toISOString();
  return (
    <span role="gridcell" className="zip-date soft" title={instant && formatDateTime(instant)}>
      {instant && formatDate(instant)}
    </span>
  );
}
