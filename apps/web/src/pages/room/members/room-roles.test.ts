import { expect, test } from '@jest/globals';
import { changeOfRole } from '../../room-roles.ts';

test('the text for a higher role names the gained abilities, and that for a lower one the lost ones', () => {
  const gained = changeOfRole('viewer', 'owner');
  expect(gained.isRise).toBe(true);
  expect(gained.abilities).toContain('archive the room, and destroy it with all of its files');
  expect(gained.abilities).toContain('add, rename, move and delete files');
  expect(gained.abilities).not.toContain('read and download files, up to their clearance');
  expect(changeOfRole('owner', 'viewer')).toEqual({ isRise: false, abilities: gained.abilities });
});

test('a change of role by one step names the abilities of that step alone', () => {
  expect(changeOfRole('contributor', 'owner').abilities).toHaveLength(4);
  expect(changeOfRole('contributor', 'viewer').abilities).toHaveLength(2);
});
