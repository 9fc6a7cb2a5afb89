import type { AuditEvent } from '@strongroom/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ago, dateTime, plural } from '../base/format.ts';
import { setQuery, useAddress } from '../base/router.tsx';
import { service } from '../base/service.ts';
import { Button, Select } from '../design/controls.tsx';
import { Dialog } from '../design/layers.tsx';
import { Badge, Empty, Failure, Loading } from '../design/text.tsx';
import { EventBadge } from './log-badge.tsx';
import { useNames, usePeople } from './people-data.ts';

type Type = AuditEvent['type'];

/** The end of a sentence that begins with the name of a person. */
const DID: Readonly<Partial<Record<Type, string>>> = {
  'room.created': 'made the room',
  'room.edited': 'changed name or description of the room',
  'room.archived': 'archived the room',
  'room.unarchived': 'brought the room back',
  'room.deleted': 'destroyed the room',
  'room.destroyed': 'finished the destruction of a room',
  'room.adopted': 'took over the orphaned room',
  'room.overseen': 'looked at the room as an overseer',
  'member.added': 'added a member',
  'member.role_changed': 'changed the role of a member',
  'member.end_changed': 'changed when a membership ends',
  'member.removed': 'removed a member',
  'file.upload_requested': 'began an upload',
  'file.confirmed': 'added a file',
  'file.downloaded': 'opened a file',
  'file.renamed': 'renamed a file',
  'file.moved': 'moved a file',
  'file.relabelled': 'changed the label of a file',
  'file.deleted': 'deleted a file',
  'share.created': 'made a link',
  'share.revoked': 'revoked a link',
  'share.redeemed': 'used a link',
  'invitation.created': 'invited a person',
  'invitation.accepted': 'accepted an invitation',
  'user.role_changed': 'changed the role of a person',
  'user.clearance_changed': 'changed the clearance of a person',
  'user.deactivated': 'deactivated a person',
  'user.reactivated': 'brought a person back',
  'user.password_set': 'set a password',
  'token.created': 'made an API token',
  'token.revoked': 'revoked an API token',
  'session.started': 'signed in',
  'session.ended': 'signed out',
  'access.denied': 'was refused',
};

const TYPES = [
  { id: 'all', name: 'Everything' },
  { id: 'file.downloaded', name: 'Files opened' },
  { id: 'file.confirmed', name: 'Files added' },
  { id: 'file.deleted', name: 'Files deleted' },
  { id: 'access.denied', name: 'Refused attempts' },
  { id: 'member.added', name: 'Members added' },
  { id: 'member.removed', name: 'Members removed' },
  { id: 'share.created', name: 'Links made' },
  { id: 'share.redeemed', name: 'Links used' },
  { id: 'session.started', name: 'Sign-ins' },
] as const;

const isType = (text: string | null): text is Type => text !== null && Object.hasOwn(DID, text);

/** The filters are in the address, so a filtered list can be sent as a link. */
export function Events({
  roomId,
  names,
}: Readonly<{ roomId?: string; names?: ReadonlyMap<string, string> }>): ReactNode {
  const { searchParams } = useAddress();
  const asked = searchParams.get('type');
  const type = isType(asked) ? asked : undefined;
  const actor = searchParams.get('person') ?? undefined;
  const people = usePeople().data ?? [];
  const [opened, setOpened] = useState<AuditEvent>();
  const filter = {
    ...(roomId === undefined ? {} : { room_id: roomId }),
    ...(type === undefined ? {} : { type }),
    ...(actor === undefined ? {} : { actor_id: actor }),
  };
  const list = useInfiniteQuery({
    queryKey: ['events', filter],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      service.audit.events({ ...filter, per_page: 50, ...(pageParam === '' ? {} : { cursor: pageParam }) }).page(),
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });
  const events = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <div className="row">
        <Select
          label="What"
          hideLabel
          value={type ?? 'all'}
          options={TYPES}
          onChange={(next) => setQuery({ type: next === 'all' ? '' : next })}
        />
        <Select
          label="Who"
          hideLabel
          value={actor ?? 'all'}
          options={[
            { id: 'all', name: 'Everyone' },
            ...people.map(({ id, name, email }) => ({ id, name: name || email })),
          ]}
          onChange={(next) => setQuery({ person: next === 'all' ? '' : next })}
        />
        <span className="soft">{list.data?.pages[0] && plural(list.data.pages[0].meta.total, 'event')}</span>
      </div>
      <Failure error={list.error} />
      {list.isPending && <Loading what="the activity" rows={8} />}
      {list.isSuccess && events.length === 0 && (
        <Empty icon="activity" title="Nothing of this kind has happened">
          Every change, every opened file and every refused attempt appears here. Nobody can remove one.
        </Empty>
      )}
      {events.length > 0 && (
        <table className="list" aria-label="Activity">
          <tbody>
            {events.map((event) => (
              <EventRow key={event.id} event={event} names={names} onOpen={() => setOpened(event)} />
            ))}
          </tbody>
        </table>
      )}
      {list.hasNextPage && (
        <div>
          <Button onPress={() => void list.fetchNextPage()} isBusy={list.isFetchingNextPage}>
            Show earlier ones
          </Button>
        </div>
      )}
      {opened !== undefined && <EventFacts event={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

type RowProps = Readonly<{
  event: AuditEvent;
  /** Names of files and rooms: the log itself holds ids only. */
  names: ReadonlyMap<string, string> | undefined;
  onOpen: () => void;
}>;

function EventRow({ event, names, onOpen }: RowProps): ReactNode {
  const nameOf = useNames();
  const who = event.actor.type === 'share' ? 'A link' : nameOf(event.actor.id);
  const { id, room_id: roomId } = event.target;
  const what = names?.get(id) ?? (roomId === null ? undefined : names?.get(roomId));
  return (
    <tr>
      <td className="wide-only soft" title={dateTime(event.occurred_at)}>
        {ago(event.occurred_at)}
      </td>
      <td>
        <strong>{who}</strong> {DID[event.type] ?? event.type}
        {what !== undefined && <span className="soft"> {what}</span>}{' '}
        {event.outcome === 'denied' && <Badge tone="danger">refused</Badge>}
      </td>
      <td className="actions">
        <Button kind="quiet" icon="info" label={`Facts of event ${event.seq}`} onPress={onOpen} />
      </td>
    </tr>
  );
}

function EventFacts({ event, onClose }: Readonly<{ event: AuditEvent; onClose: () => void }>): ReactNode {
  const nameOf = useNames();
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Number', event.seq],
    ['When', dateTime(event.occurred_at)],
    ['Who', nameOf(event.actor.id)],
    ['What', <code key="type">{event.type}</code>],
    ['Outcome', event.outcome],
    ['Rule', event.rule === null ? 'none refused' : <code key="rule">{event.rule}</code>],
    ['About', <code key="target">{`${event.target.type} ${event.target.id ?? ''}`}</code>],
    ['Request', <code key="request">{event.request?.id ?? 'by the service itself'}</code>],
    ['Address', event.request?.ip ?? 'none'],
    ['Details', <code key="data">{JSON.stringify(event.data)}</code>],
  ];
  return (
    <Dialog title={`Event ${event.seq}`} isOpen onClose={onClose} isWide>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <EventBadge id={event.id} />
      <p className="soft">
        The log is hashed and signed: an export can be verified without this service, by{' '}
        <code>strongroom audit verify</code>.
      </p>
      <div className="dialog-actions">
        <Button kind="primary" onPress={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
