import { expect, test } from '@jest/globals';
import { EXPLAINABLE } from '../../src/index.ts';
import { ACTIONS } from './actions.ts';

/** Actions that `POST /access/explain` must accept. */
const INTERFACE =
  'room.see room.create room.edit room.archive room.unarchive room.delete room.members.list room.members.add room.members.remove file.list file.see file.upload file.confirm file.download file.delete share.create share.list share.revoke user.list user.invite user.role user.clearance user.deactivate user.reactivate org_unit.manage audit.read';

test('the explainable actions are those of the interface, in its order, and each is a row of the policy table', () => {
  expect(EXPLAINABLE.join(' ')).toBe(INTERFACE);
  expect(EXPLAINABLE.filter((action) => !ACTIONS.includes(action))).toEqual([]);
});
