import type { File as RoomFile } from '@strongroom/client';
import type { ReactNode } from 'react';
import { formatNumber, plural } from '../../../base/format.ts';
import type { GrowingList } from '../../../base/growing-list.ts';
import { setQuery } from '../../../base/router.tsx';
import { Button } from '../../../design/controls.tsx';
import { Failure } from '../../../design/text.tsx';

type Props = Readonly<{
  list: GrowingList<RoomFile>;
  find: string;
  folder: string;
  /** Nothing is listed, which the page says in another place. */
  isEmpty: boolean;
}>;

/** The part of the list that is read, and the way from a search in a folder to the whole room. */
export function ListEnd({ list: { data, error, isWaiting }, find, folder, isEmpty }: Props): ReactNode {
  if (data === undefined) return null;
  const isWhole = data.cursor === null;
  const isPart = find !== '' && folder !== '' && !isEmpty;
  if (isWhole && !isPart && error === null) return null;
  return (
    <div className="list-end soft">
      <Failure error={error} />
      {(isWaiting || !isWhole) && (
        <p>
          {isWaiting
            ? 'The service answers a limited number of requests in a minute. This goes on by itself.'
            : `${formatNumber(data.items.length)} of ${plural(data.total, 'file')} are listed. More come as you scroll.`}
        </p>
      )}
      {isPart && (
        <div className="row">
          <Button onPress={() => setQuery({ folder: '' })}>Search the whole room</Button>
        </div>
      )}
    </div>
  );
}
