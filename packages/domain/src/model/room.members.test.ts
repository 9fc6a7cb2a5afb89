import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { aMembership, aRoom, membershipId, NOW, userId } from '../../test/examples.ts';
import { DomainError } from '../values/errors.ts';
import { ROOM_ROLES } from '../values/roles.ts';
import { plus } from '../values/time.ts';
import { hasEnded, type Membership } from './membership.ts';
import {
  addMember,
  archiveRoom,
  changeMemberEnd,
  changeMemberRole,
  dropMember,
  endedIn,
  isOrphaned,
  type LiveRoom,
  removeMember,
  unarchiveRoom,
} from './room.ts';

/** A room with its memberships, as a store holds them: the room's own account of its members has to agree with the rows. */
type State = Readonly<{ room: LiveRoom; members: ReadonlyMap<number, Membership> }>;

const users = fc.integer({ min: 1, max: 5 });
const roles = fc.constantFrom(...ROOM_ROLES);
const ends = fc.constantFrom(null, NOW, plus(NOW, 1), plus(NOW, 2), plus(NOW, 3));
const commands = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('put' as const), user: users, role: roles }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const), user: users, end: ends }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), user: users }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deactivate' as const), user: users }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('archive' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unarchive' as const) }) },
);
type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never;

function run({ room, members }: State, command: Command): State {
  if (command.kind === 'archive') return { room: archiveRoom(room, NOW), members };
  if (command.kind === 'unarchive') return { room: unarchiveRoom(room), members };
  const known = members.get(command.user);
  if (command.kind === 'put') {
    const next = known
      ? changeMemberRole(room, known, command.role)
      : addMember(room, {
          id: membershipId(command.user),
          userId: userId(command.user),
          epoch: 1,
          role: command.role,
          addedBy: userId(1),
          at: NOW,
        });
    return { room: next.room, members: new Map(members).set(command.user, next.membership) };
  }
  if (known === undefined) return { room, members };
  if (command.kind === 'end') {
    const next = changeMemberEnd(room, known, { end: command.end, at: NOW });
    return { room: next.room, members: new Map(members).set(command.user, next.membership) };
  }
  const left = new Map([...members].filter(([user]) => user !== command.user));
  return {
    room:
      command.kind === 'remove'
        ? removeMember(room, known, { userId: userId(1), at: NOW })
        : dropMember(room, known.userId),
    members: left,
  };
}

/** The state after the command, or the state unchanged and the code it was refused with. */
function attempt(state: State, command: Command): readonly [State, string | undefined] {
  try {
    return [run(state, command), undefined];
  } catch (error) {
    if (error instanceof DomainError) return [state, error.code];
    throw error;
  }
}

const FOUNDED: State = { room: aRoom(), members: new Map([[1, aMembership()]]) };

function replay(
  sequence: readonly Command[],
  check: (before: State, command: Command, after: State, refused: string | undefined) => void,
) {
  let state = FOUNDED;
  for (const command of sequence) {
    const [next, refused] = attempt(state, command);
    check(state, command, next, refused);
    state = next;
  }
}

const sequences = fc.array(commands, { maxLength: 40 });

test('the count of members, the owners and the ends agree with the memberships after any sequence of changes', () => {
  fc.assert(
    fc.property(sequences, (sequence) => {
      replay(sequence, (_, __, { room, members }) => {
        expect(room.memberCount).toBe(members.size);
        const owners = [...members.values()].filter((member) => member.role === 'owner').map((member) => member.userId);
        expect([...room.owners].sort()).toEqual(owners.sort());
        const later = plus(NOW, 1);
        const ended = [...members.values()].filter((member) => hasEnded(member, later)).map(({ userId: id }) => id);
        expect([...endedIn(room, later)].sort()).toEqual(ended.sort());
        expect([...members.values()].some(({ role, expiresAt }) => role === 'owner' && expiresAt)).toBe(false);
      });
    }),
    { numRuns: 200 },
  );
});

test('only a deactivation ever leaves a room without an owner', () => {
  fc.assert(
    fc.property(sequences, (sequence) => {
      replay(sequence, (before, command, after) => {
        const orphanedNow = !isOrphaned(before.room) && isOrphaned(after.room);
        expect(orphanedNow && command.kind !== 'deactivate').toBe(false);
      });
    }),
    { numRuns: 200 },
  );
});

test('in an archived room no user gains a right, and every refusal has its reason', () => {
  const endOf = (member: Membership | undefined) => member?.expiresAt ?? Number.POSITIVE_INFINITY;
  const height = (role: string | undefined) => ['viewer', 'contributor', 'owner'].indexOf(role ?? '');
  fc.assert(
    fc.property(sequences, (sequence) => {
      replay(sequence, (before, command, after, refused) => {
        const inArchive = before.room.status === 'archived' && after.room.status === 'archived';
        for (const [user, member] of after.members) {
          const past = before.members.get(user);
          expect(inArchive && height(member.role) > height(past?.role)).toBe(false);
          expect(inArchive && endOf(member) > endOf(past)).toBe(false);
        }
        expect([undefined, 'ROOM_ARCHIVED', 'LAST_ROOM_OWNER', 'VALIDATION_ERROR']).toContain(refused);
        const gives = command.kind === 'put' || command.kind === 'end';
        expect(refused === 'ROOM_ARCHIVED' && (before.room.status !== 'archived' || !gives)).toBe(false);
        expect(refused === 'LAST_ROOM_OWNER' && before.room.owners.length !== 1).toBe(false);
      });
    }),
    { numRuns: 200 },
  );
});
