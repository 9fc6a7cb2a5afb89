import { expect, test } from '@jest/globals';
import { allowedAmong, DEFAULT_LABELS, decide, decideMany, idOf, instant, labelIn } from '../../src/index.ts';

const label = (name: string) => labelIn(DEFAULT_LABELS, name);
const [ada, falcon] = [idOf('UserId', 'ada'), idOf('RoomId', 'falcon')];
const facts = {
  labelRules: { scheme: DEFAULT_LABELS },
  subject: {
    id: ada,
    status: 'active',
    role: 'member',
    external: false,
    epoch: 1,
    clearance: label('C2'),
    grant: null,
    asOf: instant(0),
  },
  membership: { roomId: falcon, userId: ada, role: 'viewer', epoch: 1 },
} as const;
const roomOf = (name: string) =>
  ({ ...facts, room: { id: falcon, status: 'active', label: label(name), owners: [] } }) as const;

test('each of a list is decided as one alone', () => {
  const all = ['C1', 'C3', 'C2'].map(roomOf);
  expect(decideMany('room.see', all).map(({ effect }) => effect)).toEqual(['allow', 'deny', 'allow']);
  expect(decideMany('room.see', all).map(({ refusal }) => refusal)).toEqual(
    all.map((one) => decide('room.see', one).refusal),
  );
});

test('the allowed ones of a list are named, in their order', () => {
  expect(allowedAmong('room.see', ['C3', 'C2', 'C4', 'C1'], roomOf)).toEqual(['C2', 'C1']);
});

test('a label that is not in the scheme is refused', () => {
  expect(label('C4')).toBe('C4');
  expect(() => label('C5')).toThrow(expect.objectContaining({ code: 'INVALID_CLASSIFICATION' }));
});
