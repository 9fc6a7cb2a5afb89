import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDate } from '../../base/format.ts';
import { may } from '../../base/may.ts';
import { useLabels } from '../../base/queries.ts';
import { Classification } from '../../design/classification.tsx';
import { Button } from '../../design/controls.tsx';
import { FactList } from '../../design/fact-list.tsx';
import type { MenuAction } from '../../design/layers.tsx';
import { Address } from '../../design/text.tsx';
import { When } from '../../design/when.tsx';
import { ROLES, roleName } from '../org-roles.ts';
import type { WholePerson } from '../person-name.ts';
import { UNITS } from '../rooms-data.ts';
import { unitRoleName } from '../unit-roles.ts';
import { mayGiveUnits, useUnitsOf } from './person-units.tsx';
import { secondFactorWords } from './second-factor-words.ts';

type FactsProps = Readonly<{ person: WholePerson; actions: readonly MenuAction[]; onUnits: () => void }>;

/** Everything that the reader may know about the account, with a way to change it beside each fact. */
export function PersonFacts({ person, actions, onUnits }: FactsProps): ReactNode {
  const { email, pending_email: pending, role, clearance_level: own, effective_clearance: clearance } = person;
  const labels = useLabels().data ?? [];
  const held = useUnitsOf(person);
  const units = useQuery({ ...UNITS, enabled: !person.external && person.status !== 'deactivated' });
  const changeBy = (action: string, what: string): ReactNode => {
    const run = actions.find(({ id }) => id === action)?.run;
    return run && <Change what={what} onPress={run} />;
  };
  const unitsChange = mayGiveUnits(units.data) && <Change what="org units" onPress={onUnits} />;
  return (
    <section className="card form">
      <h2>Account</h2>
      <FactList
        facts={[
          [
            'E-mail',
            <>
              <Address of={email} /> {changeBy('email', 'address')}
              {pending !== undefined && (
                <div className="soft">
                  <Address of={pending} /> waits until both addresses are confirmed.
                </div>
              )}
            </>,
          ],
          [
            'From',
            <>
              {person.external ? 'another organisation' : 'the organisation'} {changeBy('place', 'organisation')}
            </>,
          ],
          [
            'Role',
            <>
              {roleName(role)} {may(person, 'user.role') && changeBy('edit', 'role')}{' '}
              <div className="soft">{ROLES.find(({ id }) => id === role)?.note}</div>
            </>,
          ],
          [
            'Clearance',
            <>
              <Classification label={clearance} /> {may(person, 'user.clearance') && changeBy('edit', 'clearance')}{' '}
              <div className="soft">
                {own === '' ? 'As everyone with this role' : 'Given to them, whatever their role'}. They see rooms and
                files up to {labels.find(({ label }) => label === clearance)?.name ?? clearance}.
              </div>
            </>,
          ],
          [
            'Org units',
            (Boolean(held.data?.length) || unitsChange) && (
              <>
                {held.data?.length === 0 && <span className="soft">none </span>}
                {held.data?.map(({ org_unit_id: id, name, role: present }) => (
                  <div key={id}>
                    <a href={`/units?unit=${id}`}>
                      <bdi>{name}</bdi>
                    </a>{' '}
                    <span className="soft">{unitRoleName(present)}</span>
                  </div>
                ))}
                {unitsChange}
              </>
            ),
          ],
          [
            'Second factor',
            person.second_factor !== undefined && (
              <>
                {secondFactorWords(person)}{' '}
                {person.second_factor === 'on' &&
                  may(person, 'user.second_factor.reset') &&
                  changeBy('access', 'second factor')}
                <div className="soft">{FACTOR_NOTES[person.second_factor]}</div>
              </>
            ),
          ],
          [person.status === 'invited' ? 'Invited' : 'Here since', formatDate(person.created_at)],
          [
            'Last sign-in',
            person.last_sign_in_at !== undefined && (
              <Signed at={person.last_sign_in_at} isInvited={person.status === 'invited'} />
            ),
          ],
          ['Erased', person.erased_at !== undefined && formatDate(person.erased_at)],
        ]}
      />
    </section>
  );
}

const FACTOR_NOTES = {
  on: 'They prove it at each sign-in with their password.',
  off: 'Their password alone signs in.',
  not_asked: 'They have no password here: their organisation’s account asks for one, or they did not sign in yet.',
} as const;

const Change = ({ what, onPress }: Readonly<{ what: string; onPress: () => void }>): ReactNode => (
  <Button kind="link" label={`Change the ${what}`} onPress={onPress}>
    Change
  </Button>
);

const Signed = ({ at, isInvited }: Readonly<{ at: string | null; isInvited: boolean }>): ReactNode =>
  at === null ? <span className="soft">{isInvited ? 'not yet' : 'not known'}</span> : <When at={at} />;
