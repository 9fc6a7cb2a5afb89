import type { Me } from '@strongroom/client';
import type { ReactNode } from 'react';
import { allowedOffers, may } from '../../base/may.ts';
import type { IconName } from '../../design/icons.tsx';
import { NewsMark } from '../../pages/news-mark.tsx';
import { FailingMark } from '../../pages/systems/failing-mark.tsx';

/** An entry of the menu. */
export type MenuEntry = Readonly<{ to: string; name: string; icon: IconName; mark?: ReactNode }>;

export const OWN_ENTRIES: readonly MenuEntry[] = [
  { to: '/rooms', name: 'Rooms', icon: 'room' },
  { to: '/news', name: 'News', icon: 'news', mark: <NewsMark /> },
  { to: '/account', name: 'Account', icon: 'account' },
];
const STATUS: MenuEntry = { to: '/status', name: 'Service', icon: 'status' };

/** Pages about the organisation, as far as the service answers them to this person. */
export function entriesOfOrganisation(me: Me): readonly MenuEntry[] {
  const open = allowedOffers<MenuEntry>([
    [may(me, 'user.list_all'), { to: '/people', name: 'People', icon: 'people' }],
    [may(me, 'org_unit.list_all'), { to: '/units', name: 'Org units', icon: 'unit' }],
    [may(me, 'room.oversee'), { to: '/oversight', name: 'All rooms', icon: 'eye' }],
    [may(me, 'audit.read'), { to: '/activity', name: 'Activity', icon: 'activity' }],
    [may(me, 'directory.see'), { to: '/systems', name: 'Other systems', icon: 'link', mark: <FailingMark /> }],
    [may(me, 'receipt.list_all'), { to: '/receipts', name: 'Receipts', icon: 'receipt' }],
  ]);
  return open.length === 0 ? [] : [...open, STATUS];
}
