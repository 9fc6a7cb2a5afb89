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
  /** The page shows in another place that there is nothing: here only screen readers meet it. */
  isSaid: boolean;
}>;

/** The part of the list that is read, and the way from a search in a folder to the whole room. */
export function ListEnd({ list: { data, error, isWaiting }, find, folder, isSaid }: Props): ReactNode {
  if (data === undefined) return null;
  const isWhole = data.cursor === null;
  if (find === '' && isWhole && error === null) return null;
  const count = find === '' ? plural(data.total, 'file') : `${plural(data.total, 'file')} found`;
  return (
    <div className="list-end soft">
      <Failure error={error} />
      <p role={find === '' ? undefined : 'status'} className={isSaid ? 'hidden-visually' : undefined}>
        {isWaiting
          ? 'The service answers a limited number of requests in a minute. This goes on by itself.'
          : isWhole
            ? `${count}.`
            : `${formatNumber(data.items.length)} of ${count} are listed. More come as you scroll.`}
      </p>
      {find !== '' && folder !== '' && !isSaid && (
        <div className="row">
          <Button onPress={() => setQuery({ folder: '' })}>Search the whole room</Button>
        </div>
      )}
    </div>
  );
}
