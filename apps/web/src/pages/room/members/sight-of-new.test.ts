import { expect, test } from '@jest/globals';
import type { Member, Person } from '@strongroom/client';
import { newcomersOf } from './sight-of-new.ts';

const person = (id: string, clearance?: string): Person => ({
  id,
  name: id,
  email: `${id}@example.org`,
  effective_clearance: clearance,
});
const member = (id: string, expired = false): Member => ({ user_id: id, expired }) as Member;

const KNOWN = {
  people: [person('ada', 'C3'), person('ben', 'C1'), person('cy'), person('dee', 'C3')],
  members: [member('ada'), member('dee', true)],
  ofNew: 'C2',
  isBelow: (clearance: string) => clearance < 'C3',
};

test.each([
  ['ada', { isMember: true, seesNothing: false }],
  ['ben', { isMember: false, seesNothing: true, clearance: 'C1' }],
  ['cy', { seesNothing: false, clearance: undefined }],
  ['dee', { isMember: false, seesNothing: false }],
  ['new', { isMember: false, seesNothing: true, clearance: 'C2', user: undefined }],
])('%s in a room of label C3', (name, expected) => {
  expect(newcomersOf([`${name}@example.org`], KNOWN)).toMatchObject([expected]);
});

test('the page says nothing about newcomers whose clearance the caller may not know', () => {
  expect(newcomersOf(['new@example.org'], { ...KNOWN, ofNew: undefined })).toMatchObject([{ seesNothing: false }]);
});
