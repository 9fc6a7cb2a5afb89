import { contentOfShare, type Member, type Room, type Share } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { service } from '../../../base/service.ts';
import { Button } from '../../../design/controls.tsx';
import { type Column, Table } from '../../../design/table.tsx';
import { Badge, Failure, Loading } from '../../../design/text.tsx';
import { When } from '../../../design/when.tsx';
import { WORDS } from '../links/link-states.ts';

type Props = Readonly<{ room: Room; member: Member }>;

const SHOWN = 5;

/** The links that a member made. */
export function MemberLinks({ room, member: { user_id: id } }: Props): ReactNode {
  const [isAll, setAll] = useState(false);
  const links = useQuery({
    queryKey: ['links', room.id],
    queryFn: () => service.shares.listOfRoom(room.id, { per_page: 100, may: 'true', kind: 'all' }).all(),
  });
  const made = (links.data ?? [])
    .filter(({ created_by: by }) => by === id)
    .toSorted((one, other) => other.created_at.localeCompare(one.created_at));
  return (
    <section className="form" aria-labelledby="member-links">
      <h3 id="member-links">Links</h3>
      <Failure error={links.error} />
      {links.isPending && <Loading what="the links" rows={2} />}
      {links.isSuccess && made.length === 0 && <p className="soft">They have made no links.</p>}
      {made.length > 0 && (
        <Table
          label="Links that they made"
          columns={columnsIn(room)}
          rows={isAll ? made : made.slice(0, SHOWN)}
          idOf={(link) => link.id}
        />
      )}
      {!isAll && made.length > SHOWN && (
        <div>
          <Button onPress={() => setAll(true)}>Show all {plural(made.length, 'link')}</Button>
        </div>
      )}
    </section>
  );
}

const columnsIn = (room: Room): readonly Column<Share>[] => [
  {
    id: 'files',
    head: 'Files',
    cell: (link) => (
      <a className="name" href={`/rooms/${room.id}/links?link=${link.id}`}>
        <bdi>{contentOfShare(link)}</bdi>
      </a>
    ),
  },
  {
    id: 'for',
    head: 'For',
    cell: ({ recipient, name }) => recipient ?? name ?? <span className="soft">no recipient</span>,
  },
  { id: 'state', head: 'State', isShort: true, cell: ({ status }) => <Badge>{WORDS[status]}</Badge> },
  { id: 'ends', head: 'Ends', isShort: true, cell: ({ expires_at: at }) => <When at={at} /> },
];
