import type { File as RoomFile } from '@strongroom/client';
import type { ReactNode } from 'react';
import { number, plural } from '../../base/format.ts';
import type { Growing } from '../../base/growing-list.ts';
import { setQuery } from '../../base/router.tsx';
import { Button } from '../../design/controls.tsx';
import { Failure } from '../../design/text.tsx';
import { MOST_FOUND, type Sort } from './rows.ts';

type Props = Readonly<{
  list: Growing<RoomFile>;
  find: string;
  /** Searched with what is below it. */
  folder: string;
  found: number;
  sort: Sort;
  onMore: () => void;
}>;

/** How much of the files is listed or was searched, and the way to the rest. */
export function ListEnd({ list, find, folder, found, sort, onMore }: Props): ReactNode {
  const { data, error, isReading, isWaiting } = list;
  if (data === undefined) return null;
  const [read, isWhole] = [data.items.length, data.cursor === null];
  if (find === '' && isWhole && error === null) return null;
  const isSorted = find === '' && sort !== 'date';
  const state = isWaiting
    ? 'The service answers a limited number of requests in a minute. This goes on by itself.'
    : isReading && (find !== '' || isSorted)
      ? `Reading the names of ${plural(data.total, 'file')}…`
      : find !== ''
        ? searched(read, data.total, isWhole)
        : isSorted
          ? `The newest ${number(read)} of ${plural(data.total, 'file')} are listed, in this order among themselves.`
          : `The newest ${number(read)} of ${plural(data.total, 'file')} are listed. More come as you scroll.`;
  return (
    <div className="list-end soft">
      <Failure error={error} />
      <p role={find === '' ? undefined : 'status'}>{state}</p>
      {found > MOST_FOUND && (
        <p>
          Of {number(found)} that fit, {number(MOST_FOUND)} are listed. Add a word to find fewer.
        </p>
      )}
      <div className="row">
        {!isWhole && (
          <Button onPress={onMore} isBusy={isReading}>
            {find === '' ? (isSorted ? 'Read more' : 'List more') : 'Search further'}
          </Button>
        )}
        {find !== '' && folder !== '' && (
          <Button onPress={() => setQuery({ folder: '' })}>Search the whole room</Button>
        )}
      </div>
    </div>
  );
}

const searched = (read: number, total: number, isWhole: boolean): string =>
  isWhole
    ? `The names of all ${plural(total, 'file')} here were searched.`
    : `The names of the newest ${number(read)} of ${plural(total, 'file')} were searched.`;
