import type { Group, Member, Person, Room } from '@strongroom/client';
import { type ReactNode, Suspense } from 'react';
import { formatDate } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { loadLater } from '../../../base/later.ts';
import { may } from '../../../base/may.ts';
import { useMyself } from '../../../base/me.ts';
import { addressWith } from '../../../base/router.tsx';
import { Button } from '../../../design/controls.tsx';
import { Menu, type MenuAction } from '../../../design/layers.tsx';
import { Address, Badge, Crumbs, Loading, Notice } from '../../../design/text.tsx';
import { When } from '../../../design/when.tsx';
import { useNames } from '../../people-data.ts';
import { isRoomRole, roomRole } from '../../room-roles.ts';
import { nameOfMember } from '../../sight.ts';
import { lastVisit, Sees, until, VISITS } from './member-columns.tsx';
import { MemberFolders } from './member-folders.tsx';
import { MemberLinks } from './member-links.tsx';
import '../groups/groups.css';

const MemberActivity = loadLater(() => import('./member-activity.tsx').then(({ MemberActivity: it }) => it));

type Props = Readonly<{
  room: Room;
  member: Member;
  person: Person | undefined;
  groups: readonly Group[];
  actions: readonly MenuAction[];
}>;

/** Actions that are buttons of the page. */
const AHEAD = ['show', 'as'];

/** One member of a room: the facts, the restricted folders that they see, what they did, and their links. */
export function MemberPage({ room, member, person, groups, actions }: Props): ReactNode {
  const me = useMyself();
  const name = nameOfMember(member, person);
  const ahead = AHEAD.flatMap((id) => actions.filter((action) => action.id === id));
  return (
    <>
      <div className="row group-head">
        <div className="grow">
          <Crumbs label="Members" trail={[['All members', addressWith({ member: '' })]]} />
          <h2>
            <bdi>{name}</bdi>
          </h2>
          <p className="row soft">
            {person?.email !== undefined && person.email !== name && <Address of={person.email} />}
            {person?.status === 'invited' && <Badge>invited</Badge>}
            {person?.external === true && <Badge tone="accent">{roomRole(member.role)?.outside ?? 'outside'}</Badge>}
            {member.user_id === me.id && <Badge>you</Badge>}
          </p>
        </div>
        {ahead.map(({ id, name: words, icon, run }) => (
          <Button key={id} icon={icon} onPress={run}>
            {id === 'show' ? 'View as' : words}
          </Button>
        ))}
        <Menu label={isolateNames`Actions for ${name}`} actions={actions.filter((action) => !ahead.includes(action))} />
      </div>
      <Facts room={room} member={member} person={person} groups={groups} actions={actions} />
      {may(room, 'room.sight') && <MemberFolders room={room} member={member} />}
      {may(room, 'audit.room.read') && (
        <Suspense fallback={<Loading what="the activity" rows={3} />}>
          <MemberActivity room={room} member={member} />
        </Suspense>
      )}
      {may(room, 'room.shares.list') && <MemberLinks room={room} member={member} />}
    </>
  );
}

function Facts({ room, member, person, groups, actions }: Props): ReactNode {
  const me = useMyself();
  const nameOf = useNames();
  const role = roomRole(member.role);
  const { groups: own = [], created_at: since, added_by: by, expires_at: end } = member;
  const roles = actions.filter(({ id }) => isRoomRole(id));
  const ending = actions.find(({ id }) => id === 'end');
  const isSeen = new Set(groups.map(({ id }) => id));
  return (
    <section className="card form" aria-label="Membership">
      <dl className="facts">
        <dt>Role</dt>
        <dd>
          {role?.name} <span className="soft">{role?.note}</span>{' '}
          <Menu label={isolateNames`Change the role of ${nameOfMember(member, person)}`} actions={roles} kind="usual">
            Change
          </Menu>
        </dd>
        {(member.effective_access !== undefined || member.expired === true) && (
          <>
            <dt>Sees</dt>
            <dd>
              <Sees member={member} clearance={person?.effective_clearance} />
            </dd>
          </>
        )}
        {member.groups !== undefined && (
          <>
            <dt>Groups</dt>
            <dd>
              {own.length === 0 && <span className="soft">none</span>}
              {own.map(({ id, name }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  {isSeen.has(id) ? (
                    <a href={`/rooms/${room.id}/groups?group=${id}`}>
                      <bdi>{name}</bdi>
                    </a>
                  ) : (
                    <bdi>{name}</bdi>
                  )}
                </span>
              ))}
            </dd>
          </>
        )}
        {since !== undefined && (
          <>
            <dt>Since</dt>
            <dd>
              {formatDate(since)}
              {by !== undefined && <span className="soft"> added by {by === me.id ? 'you' : nameOf(by)}</span>}
            </dd>
          </>
        )}
        {end !== undefined && (
          <>
            <dt>Until</dt>
            <dd>
              {until(member)}{' '}
              {ending !== undefined && (
                <Button label={isolateNames`Change the end of ${nameOfMember(member, person)}`} onPress={ending.run}>
                  Change
                </Button>
              )}
            </dd>
          </>
        )}
        {member.last_visit_on !== undefined && (
          <>
            <dt>Last visit</dt>
            <dd>
              {lastVisit(member)} {member.last_visit_on === null && <span className="soft">{VISITS}</span>}
            </dd>
          </>
        )}
        {person?.last_sign_in_at !== undefined && person.last_sign_in_at !== null && (
          <>
            <dt>Last sign-in</dt>
            <dd>
              <When at={person.last_sign_in_at} />
            </dd>
          </>
        )}
        {may(me, 'user.list_all') && (
          <>
            <dt>Account</dt>
            <dd>
              <a href={`/people/${member.user_id}`}>Clearance, sign-ins and other rooms</a>
            </dd>
          </>
        )}
      </dl>
      {person?.status === 'invited' && (
        <Notice>They have not accepted their invitation yet, so they have seen nothing so far.</Notice>
      )}
    </section>
  );
}
