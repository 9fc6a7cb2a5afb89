import type { User } from '@strongroom/client';
import { go } from '../base/router.tsx';
import { service } from '../base/service.ts';
import type { Action } from '../design/layers.tsx';

export type PersonDialog = 'edit' | 'access' | 'end';

type Run = Readonly<{
  act: (work: () => Promise<string>) => void;
  open: (dialog: PersonDialog, user: User) => void;
}>;

/** Actions of an administrator on a person. All are offered: the service decides who may, and its answer says why not. */
export function actionsFor(user: User, isOneself: boolean, { act, open }: Run): readonly Action[] {
  const about: readonly Action[] = [
    { id: 'activity', name: 'Activity', icon: 'activity', run: () => go(`/activity?person=${user.id}`) },
    { id: 'edit', name: 'Role and clearance', icon: 'account', run: () => open('edit', user) },
  ];
  if (user.status === 'deactivated') return [...about, reactivation(user, act)];
  return [
    ...about,
    // One's own are on the page of the account.
    ...(isOneself || user.status === 'invited' ? [] : [access(user, open)]),
    activationLink(user, act),
    ...(user.status === 'invited' ? [revocation(user, act)] : []),
    { id: 'out', name: 'Deactivate', icon: 'trash', isDanger: true, run: () => open('end', user) },
  ];
}

const access = (user: User, open: Run['open']): Action => ({
  id: 'access',
  name: 'Sessions and API tokens',
  icon: 'lock',
  run: () => open('access', user),
});

const activationLink = (user: User, act: Run['act']): Action => ({
  id: 'link',
  name: 'Send a new activation link',
  icon: 'link',
  run: () =>
    act(async () => {
      await service.users.sendActivationLink(user.id);
      return `A link was mailed to ${user.email}.`;
    }),
});

const revocation = (user: User, act: Run['act']): Action => ({
  id: 'uninvite',
  name: 'Revoke the invitation',
  icon: 'close',
  run: () =>
    act(async () => {
      await service.users.revokeInvitation(user.id);
      return user.status === 'invited'
        ? `The link that was mailed to ${user.email} no longer works, and they are removed.`
        : `The link that was mailed to ${user.email} no longer works.`;
    }),
});

const reactivation = (user: User, act: Run['act']): Action => ({
  id: 'back',
  name: 'Reactivate',
  icon: 'retry',
  run: () =>
    act(async () => {
      await service.users.reactivate(user.id);
      return 'Reactivated. Memberships and links do not come back by themselves.';
    }),
});
