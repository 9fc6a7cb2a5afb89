import type { Me } from '@strongroom/client';
import { allowedOffers, may } from '../../base/may.ts';
import { goTo } from '../../base/router.tsx';
import { service } from '../../base/service.ts';
import type { MenuAction } from '../../design/layers.tsx';
import type { WholePerson } from '../person-name.ts';

export type PersonDialog = 'edit' | 'email' | 'place' | 'units' | 'access' | 'link' | 'end' | 'erase';

type Run = Readonly<{
  act: (work: () => Promise<string>) => void;
  open: (dialog: PersonDialog, user: WholePerson) => void;
}>;

/** The page of a person with their rooms, for those who may see these. */
export const pageOf = (person: WholePerson): readonly MenuAction[] =>
  may(person, 'user.rooms')
    ? [{ id: 'open', name: 'Open', icon: 'account', run: () => goTo(`/people/${person.id}`) }]
    : [];

/** The actions on a person that the service allows, as far as they make sense in the state of the account. */
export function actionsFor(user: WholePerson, me: Me, { act, open }: Run): readonly MenuAction[] {
  const { status } = user;
  // One's own are on the page of the account.
  const hasAccess = status === 'active' && user.id !== me.id;
  return allowedOffers<MenuAction>([
    [
      may(me, 'audit.read'),
      { id: 'activity', name: 'Activity', icon: 'activity', run: () => goTo(`/activity?person=${user.id}`) },
    ],
    [
      may(user, 'user.role') || may(user, 'user.clearance'),
      { id: 'edit', name: 'Role and clearance', icon: 'account', run: () => open('edit', user) },
    ],
    [
      hasAccess && may(user, 'user.email'),
      { id: 'email', name: 'Change the address', icon: 'mail', run: () => open('email', user) },
    ],
    [
      user.id !== me.id && user.erased_at === undefined && may(user, 'user.edit'),
      { id: 'place', name: 'Organisation', icon: 'unit', run: () => open('place', user) },
    ],
    [
      hasAccess && (may(user, 'session.oversee') || may(user, 'token.oversee')),
      { id: 'access', name: 'Sessions and API tokens', icon: 'lock', run: () => open('access', user) },
    ],
    [
      status !== 'deactivated' && may(user, 'user.activation_link'),
      {
        id: 'link',
        name: status === 'invited' ? 'Send a new activation link' : 'Send a link for a new password',
        icon: 'link',
        run: () => open('link', user),
      },
    ],
    [status === 'invited' && may(user, 'user.uninvite'), revocation(user, act)],
    [status === 'deactivated' && may(user, 'user.reactivate'), reactivation(user, act)],
    [
      status !== 'deactivated' && may(user, 'user.deactivate'),
      { id: 'out', name: 'Deactivate', icon: 'pause', isDanger: true, run: () => open('end', user) },
    ],
    [
      user.id !== me.id && user.erased_at === undefined && may(user, 'user.erase'),
      { id: 'erase', name: 'Erase', icon: 'trash', isDanger: true, run: () => open('erase', user) },
    ],
  ]);
}

const revocation = (user: WholePerson, act: Run['act']): MenuAction => ({
  id: 'uninvite',
  name: 'Revoke the invitation',
  icon: 'close',
  run: () =>
    act(async () => {
      await service.users.revokeInvitation(user.id);
      return user.status === 'invited'
        ? `The link of ${user.email} no longer works, and they are removed.`
        : `The link of ${user.email} no longer works.`;
    }),
});

const reactivation = (user: WholePerson, act: Run['act']): MenuAction => ({
  id: 'back',
  name: 'Reactivate',
  icon: 'retry',
  run: () =>
    act(async () => {
      await service.users.reactivate(user.id);
      return 'Reactivated. Memberships and links do not come back by themselves.';
    }),
});
