import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { PageHead } from '../../design/text.tsx';
import { Events } from '../activity/events.tsx';
import { LogBadge } from '../activity/log-badge.tsx';
import type { SentenceNames } from '../activity/sentence-parts.ts';
import { RECEIPTS } from '../receipts-data.ts';
import { UNITS, useRooms } from '../rooms-data.ts';
import { namesInRooms } from './names-in-rooms.ts';

/** The activity of all rooms and of the organisation. */
export function AllActivity(): ReactNode {
  const { data: rooms } = useRooms();
  const me = useMyself();
  const units = useQuery({ ...UNITS, enabled: may(me, 'org_unit.list') }).data ?? [];
  const receipts = useQuery({ ...RECEIPTS, enabled: may(me, 'receipt.list') }).data ?? [];
  const names: SentenceNames = new Map([
    ...(rooms ?? []).map(({ id, name }) => [id, { name, to: `/rooms/${id}/activity` }] as const),
    ...receipts.flatMap(({ id, room_id: roomId, room_name: name }) =>
      name === null ? [] : [[roomId, { name, to: `/receipts/${id}` }] as const],
    ),
    ...units.map(({ id, name }) => [id, { name }] as const),
  ]);
  return (
    <>
      <PageHead title="Activity" />
      <LogBadge />
      <Events names={names} find={rooms === undefined ? undefined : (events) => namesInRooms(events, rooms)} />
    </>
  );
}
