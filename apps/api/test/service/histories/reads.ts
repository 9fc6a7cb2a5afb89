import type { Caller, Reply } from '../../support/caller.ts';
import type { Side } from './side.ts';

const IN_ROOM = [
  '',
  '/groups',
  '/members',
  '/notifications',
  '/folders?per_page=100',
  '/folders?per_page=3&page=2',
  '/folders?prefix=Deal%2F',
  '/folders?prefix=Deal%2FBidder',
  '/files?per_page=100',
  '/files?per_page=2&page=2',
  '/files?may=true&per_page=100',
  '/files?folder=Deal&recursive=true&per_page=100',
  '/files?folder=Deal%2FHalls&recursive=true',
  '/files?sort=name&per_page=100',
  '/files?sort=-size&per_page=3',
  '/files?q=pdf',
  '/files?q=bidder',
  '/files?q=secret',
  '/files?q=renamed',
  '/shares?per_page=100',
  '/shares?kind=all&per_page=100',
  '/bin?per_page=100',
  '/upload-requests',
  '/inbox',
];

const ELSEWHERE = [
  '/rooms',
  '/rooms?last_activity=true',
  '/me',
  '/users',
  '/webhooks',
  '/destruction-receipts',
  '/tokens',
];

export type Read = Readonly<{ name: string; ask: (side: Side, caller: Caller) => Promise<Reply> }>;

/** All that a member can list. */
export const READS: readonly Read[] = [
  ...IN_ROOM.map((path) => ({
    name: `GET /rooms/:id${path}`,
    ask: (side: Side, caller: Caller) => caller.get(`/rooms/${side.id('room')}${path}`),
  })),
  ...ELSEWHERE.map((path) => ({ name: `GET ${path}`, ask: (_: Side, caller: Caller) => caller.get(path) })),
  {
    name: 'GET /audit-events',
    ask: (side, caller) => caller.get(`/audit-events?room_id=${side.id('room')}`),
  },
];
