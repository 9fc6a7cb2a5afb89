import type { Action } from './policies.ts';

/** The actions that `POST /access/explain` explains. */
export const EXPLAINABLE = [
  'room.see',
  'room.create',
  'room.edit',
  'room.archive',
  'room.unarchive',
  'room.delete',
  'room.members.list',
  'room.members.add',
  'room.members.remove',
  'file.list',
  'file.see',
  'file.upload',
  'file.confirm',
  'file.download',
  'file.delete',
  'share.create',
  'share.list',
  'share.revoke',
  'user.list',
  'user.invite',
  'user.role',
  'user.clearance',
  'user.deactivate',
  'user.reactivate',
  'org_unit.manage',
  'audit.read',
] as const satisfies readonly Action[];
export type ExplainableAction = (typeof EXPLAINABLE)[number];
