import type { Room } from '@strongroom/client';
import { type DragEvent, memo, type ReactNode } from 'react';
import { formatDateTime, formatNumber, plural } from '../../../base/format.ts';
import { may } from '../../../base/may.ts';
import { addressWith } from '../../../base/router.tsx';
import { formatSize } from '../../../base/size.ts';
import { Classification } from '../../../design/classification.tsx';
import { FileName } from '../../../design/file-name.tsx';
import { Icon } from '../../../design/icons.tsx';
import { Menu, type MenuSubject } from '../../../design/layers.tsx';
import { Marked } from '../../../design/marked.tsx';
import { pointerActs } from '../../../design/pointer-acts.ts';
import { Badge } from '../../../design/text.tsx';
import { TickBox } from '../../../design/tick-box.tsx';
import { When } from '../../../design/when.tsx';
import { kindOfFile } from '../../viewer/file-kind.ts';
import { inside, parentOf, restrictionBadge } from '../base/folders.ts';
import { IndexNumber } from '../base/index-number.tsx';
import { DRAGGED, dropTarget } from './drop-target.ts';
import { actionsOfFile, actionsOfFolder, type OnFileAction, type OnFolderAction } from './file-actions.ts';
import { wantListFocus } from './list-focus.ts';
import { NameInRow, type Rename } from './name-in-row.tsx';
import type { FileRow, FolderRow, Row } from './rows.ts';

type CellProps = Readonly<{
  room: Room;
  isWholeCount: boolean;
  withFolders: boolean;
  /** The words of the search, marked in names and folders. */
  sought: string;
  isTicked: boolean;
  /** Whether it is to be moved by a paste. */
  isCut: boolean;
  /** Whether its name is a field. */
  isRenamed: boolean;
  /** The row that the Tab key leads to. */
  isCurrent: boolean;
  by: string;
  onTick: (row: Row, isRange: boolean) => void;
  onAction: OnFileAction;
  onFolderAction: OnFolderAction;
  onRename: Rename;
  onRenamed: () => void;
  onDrag: (row: Row) => void;
  /** The subject of the menu of a ticked row: all that is ticked. */
  tickedOf: (row: Row) => MenuSubject | undefined;
}>;
type LineProps = CellProps & Readonly<{ row: Row; index: number; height: number }>;

const linkTo = (row: Row): string =>
  addressWith(row.kind === 'file' ? { file: row.file.id } : { folder: row.folder.path, file: '', find: '' });

/** One row of the list of files. */
export const Line = memo(({ row, index, height, ...rest }: LineProps): ReactNode => {
  const isMovable =
    !rest.isRenamed && (row.kind === 'folder' ? may(row.folder, 'folder.edit') : may(row.file, 'file.edit'));
  return (
    <div
      className="files-row"
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-ticked={rest.isTicked || undefined}
      data-cut={rest.isCut || undefined}
      style={{ transform: `translateY(${index * height}px)`, height }}
      draggable={isMovable}
      {...pointerActs((isRange) => rest.onTick(row, isRange))}
      onDragStart={(event: DragEvent<HTMLElement>) => {
        if (!isMovable) return;
        event.dataTransfer.setData(DRAGGED, '');
        event.dataTransfer.effectAllowed = 'move';
        rest.onDrag(row);
        // Later, so that the picture at the pointer is not dimmed.
        const { currentTarget: dragged } = event;
        requestAnimationFrame(() => dragged.toggleAttribute('data-dragged', true));
      }}
      onDragEnd={({ currentTarget }) => requestAnimationFrame(() => currentTarget.removeAttribute('data-dragged'))}
      {...(row.kind === 'folder' && dropTarget(row.folder))}
    >
      {row.kind === 'file' ? <FileCells {...rest} row={row} /> : <FolderCells {...rest} row={row} />}
    </div>
  );
});

const NameField = ({
  row,
  onRename,
  onRenamed,
}: Pick<CellProps, 'onRename' | 'onRenamed'> & { row: Row }): ReactNode => (
  <NameInRow
    name={row.kind === 'file' ? row.file.name : row.folder.name}
    isFolder={row.kind === 'folder'}
    save={(name) => onRename(row, name)}
    onEnd={(name, isFocused) => {
      onRenamed();
      if (!isFocused) return;
      if (row.kind === 'file') wantListFocus({ file: row.file.id });
      else wantListFocus({ folder: inside(parentOf(row.folder.path), name) });
    }}
  />
);

const InFolder = ({ path, sought }: Readonly<{ path: string; sought: string }>): ReactNode => (
  <small className="soft cut">
    in <Marked text={path} sought={sought} />
  </small>
);

function FolderCells({ row, by, ...rest }: CellProps & Readonly<{ row: FolderRow }>): ReactNode {
  const { name, path, count, made } = row.folder;
  const parent = parentOf(path);
  const seers = restrictionBadge(row.folder);
  const files = rest.isWholeCount ? plural(count, 'file') : `${formatNumber(count)}+ files`;
  return (
    <>
      <span role="cell">
        <TickBox label={`Select the folder ${name}`} row={row} {...rest} />
      </span>
      <span role="cell" className="files-name">
        <Icon name={seers === undefined ? 'folder' : 'lock'} />
        <span className="files-lines">
          <span className="files-title">
            <IndexNumber index={row.folder.index} name={name} />
            {rest.isRenamed ? (
              <NameField row={row} {...rest} />
            ) : (
              <a className="cut" href={linkTo(row)} title={name} tabIndex={rest.isCurrent ? 0 : -1} draggable={false}>
                <bdi>
                  <Marked text={name} sought={rest.sought} />
                </bdi>
              </a>
            )}
            {seers !== undefined && <Badge>{seers}</Badge>}
          </span>
          {rest.withFolders && parent !== '' && <InFolder path={parent} sought={rest.sought} />}
          <small className="soft cut files-second">
            {files}
            {made !== undefined && (
              <>
                {' '}
                · <When at={made.at} withTime />
                {by !== '' && ` · ${by}`}
              </>
            )}
          </small>
        </span>
      </span>
      <span role="cell" className="files-label" />
      <span role="cell" className="files-by soft cut" title={by}>
        {by}
      </span>
      <span role="cell" className="files-date soft">
        {made !== undefined && <When at={made.at} withTime />}
      </span>
      <span role="cell" className="files-size number soft">
        {files}
      </span>
      <span role="cell">
        <Menu
          label={`Actions for ${name}`}
          actions={actionsOfFolder(row, rest.room, rest.onFolderAction)}
          instead={() => rest.tickedOf(row)}
          isOffTab={!rest.isCurrent}
        />
      </span>
    </>
  );
}

function FileCells({ row, room, withFolders, by, ...rest }: CellProps & Readonly<{ row: FileRow }>): ReactNode {
  const { file } = row;
  const isUsual = file.classification === room.classification;
  return (
    <>
      <span role="cell">
        <TickBox label={`Select ${file.name}`} row={row} {...rest} />
      </span>
      <span role="cell" className="files-name" data-kind={kindOfFile(file)}>
        <Icon name={kindOfFile(file)} />
        <span className="files-lines">
          <span className="files-title">
            <IndexNumber index={file.index} name={file.name} />
            {rest.isRenamed ? (
              <NameField row={row} {...rest} />
            ) : (
              <a className="cut" href={linkTo(row)} tabIndex={rest.isCurrent ? 0 : -1} draggable={false}>
                <FileName name={file.name} sought={rest.sought} />
              </a>
            )}
            {file.version > 1 && !rest.isRenamed && (
              <small className="soft" title={`Version ${file.version}`}>
                v{file.version}
              </small>
            )}
          </span>
          {withFolders && file.folder !== '' && <InFolder path={file.folder} sought={rest.sought} />}
          <small className="soft cut files-second">
            {formatSize(file.size)} · <When at={file.uploaded_at} withTime /> · {by}
            {!isUsual && ` · ${file.classification}`}
          </small>
        </span>
      </span>
      <span role="cell" className="files-label">
        {isUsual ? (
          <span className="soft" title="The label of the room">
            {file.classification}
          </span>
        ) : (
          <Classification label={file.classification} isShort />
        )}
      </span>
      <span role="cell" className="files-by soft cut" title={by}>
        {by}
      </span>
      <span role="cell" className="files-date soft">
        <When at={file.uploaded_at} withTime more={file.modified_at && `changed ${formatDateTime(file.modified_at)}`} />
      </span>
      <span role="cell" className="files-size number soft">
        {formatSize(file.size)}
      </span>
      <span role="cell">
        <Menu
          label={`Actions for ${file.name}`}
          actions={actionsOfFile(file, room, rest.onAction)}
          instead={() => rest.tickedOf(row)}
          isOffTab={!rest.isCurrent}
        />
      </span>
    </>
  );
}
