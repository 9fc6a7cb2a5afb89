import { describe, expect, test } from '@jest/globals';
import { aUser, hash, invitationId, NOW } from '../../test/examples.ts';
import type { DirectoryName } from '../values/directory-entry.ts';
import type { Email } from '../values/email.ts';
import { confirmEmailChange, requestEmailChange } from './email-change.ts';
import type { User } from './user.ts';

const TO = 'king@example.com' as Email;
const [old, fresh] = [
  { id: invitationId(1), hash: hash(1) },
  { id: invitationId(2), hash: hash(2) },
];
const asked = (user: User, to = TO): User =>
  requestEmailChange(user, { to, old, new: fresh, at: NOW, waivedBy: undefined });
const changed = (user: User, to = TO): User =>
  [hash(1), hash(2)].reduce((one, link) => confirmEmailChange(one, { hash: link, now: NOW }), asked(user, to));

describe('a directory that gave no name of its own', () => {
  test('finds the user by the old address after a change', () => {
    const user = aUser({ directory: { externalId: 'a1' as never } });
    expect(changed(user).directory).toEqual({ externalId: 'a1', userName: user.email });
  });

  test('keeps its name, and drops one that is the new address', () => {
    const named = aUser({ directory: { userName: 'ada' as DirectoryName } });
    expect(changed(named).directory).toEqual({ userName: 'ada' });
    expect(changed(aUser({ directory: { userName: TO as never } })).directory).toEqual({});
  });
});

test('a user whom no directory knows gets none', () => {
  expect('directory' in changed(aUser())).toBe(false);
});
