import type { Room, Share } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDateTime, plural } from '../../../base/format.ts';
import { may } from '../../../base/may.ts';
import { service } from '../../../base/service.ts';
import { usesIn } from './link-uses.ts';

const SHOWN = 20;
/** A download of several files has an event for each of them. */
const READ = 100;

type Props = Readonly<{ room: Room; link: Share }>;

/** Each use of a link with its time, for readers of the record. */
export const UsesOfLink = ({ room, link }: Props): ReactNode =>
  may(room, 'audit.room.read') && link.download_count > 0 && <Uses room={room} link={link} />;

function Uses({ room, link }: Props): ReactNode {
  const uses = useQuery({
    queryKey: ['links', room.id, link.id, link.download_count],
    queryFn: () =>
      service.audit.events({ room_id: room.id, actor_id: link.id, type: 'share.redeemed', per_page: READ }).page(),
  });
  const times = usesIn(uses.data?.data ?? []).slice(0, SHOWN);
  return (
    <section>
      <h3>Downloads</h3>
      <ul>
        {times.map(({ key, at, files }) => (
          <li key={key}>
            {formatDateTime(at)}
            {link.file_id === null && <span className="soft">, {plural(files, 'file')}</span>}
          </li>
        ))}
        {link.download_count > times.length && uses.isSuccess && (
          <li>and {plural(link.download_count - times.length, 'earlier one', 'earlier ones')}</li>
        )}
      </ul>
    </section>
  );
}
