import { expect, test } from '@jest/globals';
import { roomOfInvitation } from './room-of-invitation.ts';

const [falcon, osprey, other] = [
  { id: '1', name: 'Falcon' },
  { id: '2', name: 'Osprey' },
  { id: '3', name: 'Osprey' },
];

test('an invitation leads into the room of its mail, or into the only one', () => {
  expect(roomOfInvitation([falcon, osprey], 'Osprey')).toBe(osprey);
  expect(roomOfInvitation([falcon], null)).toBe(falcon);
  expect(roomOfInvitation([falcon], 'Renamed meanwhile')).toBe(falcon);
});

test('an invitation that names no room leads to the list', () => {
  expect(roomOfInvitation([], 'Falcon')).toBeUndefined();
  expect(roomOfInvitation([falcon, osprey], null)).toBeUndefined();
  expect(roomOfInvitation([falcon, osprey, other], 'Osprey')).toBeUndefined();
});
