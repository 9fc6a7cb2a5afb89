import type { User } from '@strongroom/client';
import type { ReactNode } from 'react';
import { plural } from '../../base/format.ts';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { service } from '../../base/service.ts';
import { ForEach } from '../../design/for-each.tsx';
import { changeEach } from '../room/base/change-each.ts';
import { ChangeClearances, ChangeOrgRoles } from './change-people.tsx';
import { type ChosenPeople, subject, useShared, whom } from './chosen-people.ts';
import { type Deed, planDeactivation, planInvited, planReactivation } from './many-people.ts';

export type ManyChange = Omit<ChosenPeople, 'onClose'> & Readonly<{ deed: Deed }>;

type Run = (rows: readonly User[], onDone?: (count: number) => void) => ReturnType<typeof changeEach<User>>;
const each =
  (change: (user: User) => Promise<unknown>): Run =>
  (rows, onDone) =>
    changeEach(rows, change, onDone);

const deactivate = each(({ id }) => service.users.deactivate(id));

function SendLinks(given: ChosenPeople): ReactNode {
  const plan = planInvited(given.rows, 'user.activation_link');
  return (
    <ForEach
      {...useShared(given)}
      {...plan}
      title={`Send new links: ${whom(plan.rows)}?`}
      action="Send new links"
      said={({ length }) => `${plural(length, 'link')} sent.`}
      run={each(({ id }) => service.users.sendActivationLink(id))}
    >
      <p>Their earlier links stop working. The new ones work for 72 hours.</p>
    </ForEach>
  );
}

function RevokeInvitations(given: ChosenPeople): ReactNode {
  const plan = planInvited(given.rows, 'user.uninvite');
  return (
    <ForEach
      {...useShared(given)}
      {...plan}
      title={`Revoke invitations: ${whom(plan.rows)}?`}
      action="Revoke invitations"
      said={({ length }) => `${plural(length, 'invitation')} revoked.`}
      run={each(({ id }) => service.users.revokeInvitation(id))}
    >
      <p>Their links stop working, and they are removed.</p>
    </ForEach>
  );
}

function Deactivate(given: ChosenPeople): ReactNode {
  const plan = planDeactivation(given.rows, useMyself().id);
  return (
    <ForEach
      {...useShared(given)}
      {...plan}
      title={`Deactivate ${whom(plan.rows)}?`}
      action="Deactivate"
      said={(rows) => `${subject(rows)} deactivated.`}
      run={deactivate}
    >
      <p>
        At once, and for good: their sessions, API tokens and links end, and they leave all rooms. Rooms that lose their
        last owner stand under <a href="/oversight?state=orphaned">All rooms</a>. A reactivated person is added to rooms
        again by hand.
      </p>
    </ForEach>
  );
}

function Reactivate(given: ChosenPeople): ReactNode {
  const plan = planReactivation(given.rows);
  return (
    <ForEach
      {...useShared(given)}
      {...plan}
      title={`Reactivate ${whom(plan.rows)}?`}
      action="Reactivate"
      kind="primary"
      said={(rows) => `${subject(rows)} active again.`}
      run={each(({ id }) => service.users.reactivate(id))}
      undo={plan.rows.every((user) => may(user, 'user.deactivate')) ? deactivate : undefined}
    >
      <p>They can sign in again. Memberships, API tokens and links do not come back by themselves.</p>
    </ForEach>
  );
}

const DIALOGS: Readonly<Record<Deed, (given: ChosenPeople) => ReactNode>> = {
  role: ChangeOrgRoles,
  clearance: ChangeClearances,
  link: SendLinks,
  uninvite: RevokeInvitations,
  reactivate: Reactivate,
  deactivate: Deactivate,
};

/** The dialog for ticked people. */
export function ManyPeople({ deed, ...given }: ChosenPeople & Readonly<{ deed: Deed }>): ReactNode {
  const OfDeed = DIALOGS[deed];
  return <OfDeed {...given} />;
}
