import type { Room, Share } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDateTime, plural } from '../../../base/format.ts';
import { may } from '../../../base/may.ts';
import { service } from '../../../base/service.ts';
import { Failure } from '../../../design/text.tsx';
import { newestUses } from './link-uses.ts';

/** Downloads that are shown, and pages of events that are read for them: one of several files has an event for each. */
const BOUNDS = { most: 20, pages: 10 };

type Props = Readonly<{ room: Room; link: Share }>;

/** Each use of a link with its time, for readers of the record. */
export const UsesOfLink = ({ room, link }: Props): ReactNode =>
  may(room, 'audit.room.read') && link.download_count > 0 && <Uses room={room} link={link} />;

function Uses({ room, link }: Props): ReactNode {
  const { data: uses, error } = useQuery({
    queryKey: ['links', room.id, link.id, link.download_count],
    queryFn: () =>
      newestUses((cursor) => {
        const after = cursor === undefined ? {} : { cursor };
        return service.audit
          .events({ room_id: room.id, actor_id: link.id, type: 'share.redeemed', per_page: 100, ...after })
          .page();
      }, BOUNDS),
  });
  const more = link.download_count - (uses?.length ?? 0);
  return (
    <section>
      <h3>Downloads</h3>
      <Failure error={error} />
      <ul className="link-uses">
        {uses?.map(({ key, at, files, from }) => (
          <li key={key}>
            {formatDateTime(at)}
            <span className="soft">
              {link.file_id === null && `, ${plural(files, 'file')}`}
              {from !== null && `, from ${from}`}
            </span>
          </li>
        ))}
        {uses !== undefined && more > 0 && <li>and {plural(more, 'earlier one', 'earlier ones')}</li>}
      </ul>
    </section>
  );
}
