import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useIsNarrow, useIsPhone } from '../../base/media.ts';
import { MODIFIER } from '../../base/modifier.ts';
import { setQuery } from '../../base/router.tsx';
import { isTyping } from '../../base/typing.ts';
import { Button, Field } from '../../design/controls.tsx';
import { useFold } from '../../design/folds.ts';
import { Menu } from '../../design/layers.tsx';
import { DEFAULT_SORT, type FileSort } from './base/listing.ts';
import { wantListFocus } from './file-list/list-focus.ts';

type Props = Readonly<{
  find: string;
  /** The number of hits in words; empty while there is none to say. */
  found: string;
  folder: string;
  sort: FileSort;
  /** Whether folders of the list were placed in another order than that of their names. */
  isOwn: boolean;
  isEmpty: boolean;
  hasTree: boolean;
  /** The number of filters that are set. */
  filters: number;
  /** Whether the filters are shown. */
  isChoosing: boolean;
  /** Shows the filters, or hides and clears them. */
  onFilter: () => void;
  onList: () => void;
  /** Ticks all rows, where no box above them does. */
  onAll: () => void;
  /** Takes all that is in the open folder. */
  onDownload: () => void;
  /** The way to the open folder. On a phone it has the place of the search, until that is asked for. */
  trail: ReactNode;
  buttons: ReactNode;
}>;

const OWN_ORDER: readonly (readonly [FileSort, string])[] = [
  ['own', 'Own order'],
  ['name', 'Sort by name'],
];
const NAMES: readonly (readonly [FileSort, string])[] = [['own', 'Sort by name']];
const ORDERS: readonly (readonly [FileSort, string])[] = [
  ['-date', 'Newest first'],
  ['-size', 'Largest first'],
];

/** Keys that lead from the search to the list: down to the first hit, or away from the search. */
function leave(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'Escape') return;
  event.preventDefault();
  if (event.key === 'Escape') setQuery({ find: '' });
  wantListFocus('first');
}

/** Above the list: the search, and the buttons that add files. `/` leads to the search, as in many programs. */
export function FileTools({
  find,
  found,
  folder,
  sort,
  isOwn,
  isEmpty,
  hasTree,
  filters,
  isChoosing,
  onFilter,
  onList,
  onAll,
  onDownload,
  trail,
  buttons,
}: Props): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const isNarrow = useIsNarrow();
  const [soughtIn, seekIn] = useState<string>();
  const hasField = !isPhone || folder === '' || find !== '' || soughtIn === folder;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const input = place.current?.querySelector('input');
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (input && event.target === input) leave(event);
      if (event.key !== '/' || isTyping(event)) return;
      event.preventDefault();
      seekIn(folder);
      input?.focus();
      input?.select();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [folder]);
  // The text in the field and the cross behind it end before the count.
  useLayoutEffect(() => {
    const count = place.current?.querySelector<HTMLElement>('.find-count');
    count?.closest<HTMLElement>('.file-find')?.style.setProperty('--found', `${count.offsetWidth}px`);
  }, [found, hasField]);
  const tree = useFold('tree');
  const more = [
    { id: 'zip', name: folder === '' ? 'Download all' : 'Download folder', icon: 'download', run: onDownload },
    { id: 'list', name: 'List as CSV', icon: 'table', run: onList },
  ] as const;
  const ofPhone = [
    { id: 'all', name: 'Select all', icon: 'check', run: onAll },
    { id: 'filter', name: 'Filters', icon: 'filter', run: onFilter },
  ] as const;
  // A phone has no heads of columns to press.
  const orders = [...(isOwn ? OWN_ORDER : NAMES), ...ORDERS].map(([id, name]) => ({
    id,
    name,
    ...(id === sort && { icon: 'check' as const }),
    run: () => setQuery({ sort: id === DEFAULT_SORT ? '' : id }),
  }));
  const tools = (
    <div className="row file-tools" data-phone={isPhone || undefined} ref={place}>
      {!isEmpty && (
        <>
          {hasTree && (
            <span className="tree-fold" title={`Folder tree (${MODIFIER}+Shift+B)`}>
              <Button icon="tree" label="Folder tree" isExpanded={!tree.isFolded} onPress={tree.toggle} />
            </span>
          )}
          {hasField ? (
            <div className="grow file-find" onBlur={() => seekIn(undefined)}>
              <Field
                // Only where it came by a press.
                autoFocus={soughtIn === folder}
                label="Find files by name"
                hideLabel
                placeholder={folder === '' ? 'Find by name' : 'Find in this folder'}
                type="search"
                value={find}
                maxLength={200}
                onChange={(text) => setQuery({ find: text })}
                end={
                  <span className="find-count" role="status">
                    {found}
                  </span>
                }
              />
            </div>
          ) : (
            <>
              {trail}
              <Button icon="search" label="Find files by name" onPress={() => seekIn(folder)} />
            </>
          )}
          {!isPhone && (
            <Button
              icon="filter"
              label={filters === 0 ? 'Filters' : `Filters: ${filters}`}
              isExpanded={isChoosing}
              onPress={onFilter}
            >
              {filters === 0 ? undefined : filters}
            </Button>
          )}
          {isNarrow ? (
            <Menu label="More for this list" kind="usual" actions={isPhone ? [...ofPhone, ...more, ...orders] : more} />
          ) : (
            more.map(({ id, name, icon, run }) => (
              <Button key={id} icon={icon} onPress={run}>
                {name}
              </Button>
            ))
          )}
        </>
      )}
      {buttons}
    </div>
  );
  return (
    <>
      {tools}
      {!isPhone && trail}
    </>
  );
}
