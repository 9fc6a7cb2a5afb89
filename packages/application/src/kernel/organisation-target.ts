import type { OrgId, Target } from '@strongroom/domain';

/** The organisation as the audit log names it: what is asked for is about no room or user in particular. */
export const organisationTarget = (id: OrgId): Target => ({ type: 'organisation', id, roomId: null, label: null });
