import type { Share } from '@strongroom/client';
import { allowedOffers, may } from '../../../base/may.ts';
import type { MenuAction } from '../../../design/layers.tsx';
import type { Row } from './link-columns.tsx';
import { type QuickChange, quickChanges } from './quick-changes.ts';

type Deeds = Readonly<{
  change: (link: Row) => void;
  changeAtOnce: (link: Row, terms: QuickChange['terms']) => void;
  /** Undefined where the reader makes no links. */
  again: ((link: Row) => void) | undefined;
  revoke: (link: Row) => void;
}>;

export const isChangeable = (link: Share): boolean => link.status !== 'revoked' && may(link, 'share.edit');

/** A link that ended works again if it is changed; a revoked one never does. */
export const isRevocable = (link: Share): boolean => link.status !== 'revoked' && may(link, 'share.revoke');

/** The actions of a link that the service allows the reader. */
export const actionsOfLink = (link: Row, { change, changeAtOnce, again, revoke }: Deeds): readonly MenuAction[] => [
  ...allowedOffers<MenuAction>([
    [isChangeable(link), { id: 'change', name: 'Change', icon: 'text', run: () => change(link) }],
  ]),
  ...(isChangeable(link)
    ? quickChanges(link, Date.now()).map(({ id, name, icon, terms }) => ({
        id,
        name,
        icon,
        run: () => changeAtOnce(link, terms),
      }))
    : []),
  ...allowedOffers<MenuAction>([
    [again !== undefined, { id: 'again', name: 'Make again', icon: 'link', run: () => again?.(link) }],
    [isRevocable(link), { id: 'revoke', name: 'Revoke', icon: 'trash', isDanger: true, run: () => revoke(link) }],
  ]),
];
