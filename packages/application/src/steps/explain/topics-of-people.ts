import {
  type CredentialFacts,
  decide,
  decideOnAny,
  type ExplainableAction,
  MAX_UNIT_DEPTH,
  NO_DESCRIPTION,
  type OrgUnit,
  type OrgUnitId,
  OrgUnitName,
  type UserId,
} from '@strongroom/domain';
import { unitInLine, unitMembershipOf } from '../../kernel/at-unit.ts';
import { commonRoomsOf } from '../../kernel/common-rooms.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { unitTarget, userTarget } from '../../kernel/targets.ts';
import { refTo } from '../../store/collection.ts';
import { orgUnits, unitMembershipId, unitMemberships } from '../../store/organisation.ts';
import { users } from '../../store/users.ts';
import { keepsWayIn } from '../people/credential-facts.ts';
import { type PlacesOfUser, placesOfUser } from '../units/places-of-user.ts';
import { isWithinReach } from '../units/units-of-person.ts';
import { someUser } from './some-user.ts';
import type { QuestionTopic } from './topic.ts';
import { commonOf } from './topics-of-places.ts';

type PeopleTopicsDeps = OperationDeps & Pick<Deps, 'documents' | 'ids' | 'signIn' | 'rootUnitId'>;

const FRESH_SESSION: CredentialFacts['credential'] = { kind: 'session', isFirst: false, isRecent: true };

type UnitQuestion = Readonly<{ userId: UserId; action: ExplainableAction }>;

/** Actions about nothing in particular. */
export function topicOfOrganisation(deps: PeopleTopicsDeps, { userId, action }: UnitQuestion): QuestionTopic {
  const places = placesOf(deps, userId);
  return {
    refs: [],
    loadMore: places.loadMore,
    decide: (_, asked) =>
      decideOnAny('me', action, [
        {
          ...asked,
          credential: FRESH_SESSION,
          hasPassword: asked.self.password !== null,
          keepsWayIn: keepsWayIn(deps, asked.self),
          administered: places.of().administered,
        },
      ]),
  };
}

/** Another user, or some user: an active member of the organisation, or the user themself. */
export function topicOfUser(
  deps: PeopleTopicsDeps,
  ctx: SignedIn,
  { userId, targetId, action }: Readonly<{ userId: UserId; targetId: UserId | undefined; action: ExplainableAction }>,
): QuestionTopic {
  if (targetId === undefined)
    return {
      refs: [],
      decide: (_, asked) =>
        decideOnAny(
          'user',
          action,
          [someUser(deps), asked.self].map((target) => ({ ...asked, target, common: [], targetWithinReach: false })),
        ),
    };
  const seen = commonRoomsOf(deps, ctx, targetId);
  const common = commonOf(deps, userId, targetId);
  let targetWithinReach = false;
  return {
    refs: [refTo(users, targetId)],
    loadMore: async (snapshot) => {
      if (action === 'user.units')
        targetWithinReach = await isWithinReach(deps, snapshot.find(users, userId), targetId);
      return [...(await seen.loadMore(snapshot)), ...(await common.loadMore(snapshot))];
    },
    permitSight: (snapshot, asker) => {
      const facts = { ...asker, target: snapshot.find(users, targetId), common: seen.of() };
      permit(decide('user.see_details', facts), userTarget(targetId));
    },
    decide: (snapshot, asked) => {
      const target = snapshot.find(users, targetId);
      return decideOnAny('user', action, [{ ...asked, target, common: common.of(), targetWithinReach }]);
    },
  };
}

/** An org unit by its line from the root, or some unit: one below a unit that the user administers, or the root. */
export function topicOfUnit(
  deps: PeopleTopicsDeps,
  { line, ...about }: UnitQuestion & Readonly<{ line: readonly OrgUnitId[] | undefined }>,
): QuestionTopic {
  const { userId, action } = about;
  if (line === undefined) return topicOfSomeUnit(deps, about);
  const unitId = line.at(-1) ?? deps.ids.uuid<OrgUnitId>();
  // As many reads for every unit, so that the work does not tell external users how deep a unit is.
  const places = Array.from({ length: MAX_UNIT_DEPTH }, (_, level) =>
    unitMembershipId(line[level] ?? `no-unit-${level}`, userId),
  );
  return {
    refs: [refTo(orgUnits, unitId), ...places.map((place) => refTo(unitMemberships, place))],
    permitSight: (snapshot, asker) => {
      const facts = { ...asker, unit: snapshot.find(orgUnits, unitId), administered: [] };
      permit(decide('org_unit.see', facts), unitTarget(unitId));
    },
    decide: (snapshot, asked) => {
      const at = { ...asked, ...unitInLine(snapshot, asked.user, line) };
      return decideOnAny('org_unit', action, [{ ...at, unitMembership: unitMembershipOf(snapshot, at) }]);
    },
  };
}

function topicOfSomeUnit(deps: PeopleTopicsDeps, { userId, action }: UnitQuestion): QuestionTopic {
  const places = placesOf(deps, userId);
  return {
    refs: [refTo(orgUnits, deps.rootUnitId)],
    loadMore: places.loadMore,
    decide: (snapshot, asked) => {
      const { administered, byUnit } = places.of();
      const root = snapshot.find(orgUnits, deps.rootUnitId);
      const [own] = administered;
      const units = [...(own === undefined ? [] : [unitBelow(deps, own)]), root];
      const facts = { ...asked, administered };
      return decideOnAny(
        'org_unit',
        action,
        units.map((unit) => ({ ...facts, unit, unitMembership: unit && byUnit.get(unit.id) })),
      );
    },
  };
}

const unitBelow = ({ ids, clock }: Pick<Deps, 'ids' | 'clock'>, parentId: OrgUnitId): OrgUnit => ({
  id: ids.uuid<OrgUnitId>(),
  name: OrgUnitName.parse('some unit'),
  description: NO_DESCRIPTION,
  parentId,
  ancestors: [parentId],
  children: 0,
  rooms: 0,
  members: 1,
  createdAt: clock.now(),
});

function placesOf(deps: PeopleTopicsDeps, userId: UserId) {
  let found: PlacesOfUser = { byUnit: new Map(), administered: [] };
  return {
    loadMore: async (snapshot: Parameters<NonNullable<QuestionTopic['loadMore']>>[0]) => {
      const user = snapshot.find(users, userId);
      if (user !== undefined) found = await placesOfUser(deps, user);
      return [];
    },
    of: () => found,
  };
}
