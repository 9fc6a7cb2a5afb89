import type { ReactNode } from 'react';
import { Icon } from '../../../design/icons.tsx';
import { Badge } from '../../../design/text.tsx';
import { type Folder, restrictionBadge } from '../base/folders.ts';

/** The reason that a folder cannot be chosen; undefined for one that can. */
export type ReasonOff = 'itself' | 'rights' | undefined;

const REASONS = { itself: 'A folder cannot be moved into itself', rights: 'You cannot add to this folder' } as const;

type Props = Readonly<{
  folder: Folder;
  isTop: boolean;
  isChosen: boolean;
  isHere: boolean;
  off: ReasonOff;
  /** The way to the folder, for a row that stands alone. */
  way?: string | undefined;
  onChoose: () => void;
}>;

/** A folder that can be chosen, in a tree or in a list of hits. */
export function FolderChoice({ folder, isTop, isChosen, isHere, off, way = '', onChoose }: Props): ReactNode {
  const seers = restrictionBadge(folder);
  return (
    <label
      className="row grow"
      data-chosen={isChosen || undefined}
      data-off={off !== undefined || undefined}
      title={off && REASONS[off]}
    >
      <input
        type="radio"
        className="hidden-visually"
        name="folder"
        value={folder.path}
        checked={isChosen}
        disabled={off !== undefined}
        onChange={onChoose}
      />
      <Icon name={isTop ? 'room' : seers === undefined ? 'folder' : 'lock'} />
      <span className="folder-words">
        <bdi className="cut">{folder.name}</bdi>
        {way !== '' && (
          <small className="cut" title={way}>
            in <bdi>{way}</bdi>
          </small>
        )}
      </span>
      {seers !== undefined && <Badge>{seers}</Badge>}
      {isHere && <Badge>now here</Badge>}
    </label>
  );
}
