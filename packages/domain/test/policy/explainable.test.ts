import { describe, expect, test } from '@jest/globals';
import { ABILITIES, type AbilitySubject, EXPLAINABLE, subjectsOf } from '../../src/index.ts';
import { ACTIONS } from './actions.ts';

/** Actions that `POST /access/explain` took before it took all that users ask for. */
const BEFORE =
  'room.see room.create room.edit room.archive room.unarchive room.delete room.members.list room.members.add room.members.remove file.list file.see file.upload file.confirm file.download file.delete share.create share.list share.revoke user.list user.invite user.role user.clearance user.deactivate user.reactivate org_unit.manage audit.read';

/** Holders of a link have no account, and a question cannot name a receipt, a package, an upload request or an item of the inbox. */
const UNEXPLAINED = [
  'package.edit',
  'package.find',
  'package.revoke',
  'package.see',
  'inbox.accept',
  'inbox.download',
  'inbox.refuse',
  'inbox.see',
  'upload_request.confirm',
  'upload_request.find',
  'upload_request.open',
  'upload_request.peek',
  'upload_request.revoke',
  'upload_request.see',
  'upload_request.send',
  'folder.make',
  'group.see',
  'receipt.see',
  'share.peek',
  'share.redeem',
  'share.resume',
];

describe('the explainable actions', () => {
  test('are those of the interface and every other one that users ask for, in order', () => {
    expect(BEFORE.split(' ').filter((action) => !EXPLAINABLE.some((one) => one === action))).toEqual([]);
    expect([...EXPLAINABLE, ...UNEXPLAINED].toSorted()).toEqual(ACTIONS.toSorted());
    expect(EXPLAINABLE).toEqual(EXPLAINABLE.toSorted());
  });

  test('are about the subjects whose answers name them', () => {
    for (const subject of Object.keys(ABILITIES) as AbilitySubject[])
      for (const action of ABILITIES[subject]) expect(subjectsOf(action)).toContain(subject);
  });
});
