import { expect, test } from '@jest/globals';
import { invitedTo } from './room-of-invitation.ts';

const [falcon, osprey, other] = [
  { id: '1', name: 'Falcon' },
  { id: '2', name: 'Osprey' },
  { id: '3', name: 'Osprey' },
];

test('an invitation leads into the room of its mail, or into the only one', () => {
  expect(invitedTo([falcon, osprey], 'Osprey')).toBe(osprey);
  expect(invitedTo([falcon], null)).toBe(falcon);
  expect(invitedTo([falcon], 'Renamed meanwhile')).toBe(falcon);
});

test('an invitation that names no room leads to the list', () => {
  expect(invitedTo([], 'Falcon')).toBeUndefined();
  expect(invitedTo([falcon, osprey], null)).toBeUndefined();
  expect(invitedTo([falcon, osprey, other], 'Osprey')).toBeUndefined();
});
