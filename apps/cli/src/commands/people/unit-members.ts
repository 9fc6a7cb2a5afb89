import {
  defineCommand,
  JSON_OPTION,
  LIST_OPTIONS,
  listOptionsOf,
  printDone,
  printList,
  printOptionsOf,
  showsNames,
} from '@strongroom/command-line';
import { UNIT_ROLES } from '@strongroom/domain/roles';
import { signedIn } from '../../account/session.ts';
import { namesOf } from '../../naming/names.ts';
import { unitNamed, userIdOf } from '../../naming/people.ts';
import { USER_OPERAND } from '../rooms/operand.ts';
import { UNIT_OPERAND } from './units.ts';

const unitsMembers = defineCommand({
  name: 'units members',
  summary: 'List the members of an org unit.',
  operands: [UNIT_OPERAND],
  options: LIST_OPTIONS,
  examples: [['units members Legal', 'one line for each member']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await unitNamed(session, given.operand('UNIT'));
    const members = await session.client.orgUnits.members(id, { per_page: 100 }, { signal: session.signal }).all();
    const names = await namesOf(session, {
      users: showsNames(given, world) ? members.map(({ user_id: user }) => user) : [],
    });
    await printList(
      listOptionsOf(given, world),
      members,
      [
        ['user', ({ user_id: user }) => (showsNames(given, world) ? names.user(user) : user)],
        ['name', ({ name }) => name],
        ['role', ({ role }) => role],
      ],
      'There is no member.',
    );
  },
});

const unitsAdd = defineCommand({
  name: 'units add',
  summary: 'Add a member to an org unit, or change the role of one.',
  operands: [UNIT_OPERAND, USER_OPERAND],
  options: { role: { value: 'ROLE', choices: UNIT_ROLES, text: 'member by default.' }, ...JSON_OPTION },
  examples: [['units add Legal ada@example.com --role department_admin', 'Ada administers it and those below']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await unitNamed(session, given.operand('UNIT'));
    const role = UNIT_ROLES.find((one) => one === given.text('role')) ?? 'member';
    const user = await userIdOf(session, given.operand('USER'));
    const member = await session.client.orgUnits.addMember(id, { user_id: user, role }, { signal: session.signal });
    printDone(printOptionsOf(given, world), member, {
      word: user,
      sentence: `${given.operand('USER')} is ${role} of the unit.`,
    });
  },
});

const unitsRemove = defineCommand({
  name: 'units remove',
  summary: 'Remove a member from an org unit.',
  operands: [UNIT_OPERAND, USER_OPERAND],
  options: JSON_OPTION,
  examples: [['units remove Legal ada@example.com', 'memberships of rooms stay']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const { id } = await unitNamed(session, given.operand('UNIT'));
    const user = await userIdOf(session, given.operand('USER'));
    const removed = await session.client.orgUnits.removeMember(id, user, { signal: session.signal });
    printDone(printOptionsOf(given, world), removed, {
      word: user,
      sentence: `${given.operand('USER')} is not in it any more.`,
    });
  },
});

export const UNIT_MEMBER_COMMANDS = [unitsMembers, unitsAdd, unitsRemove] as const;
