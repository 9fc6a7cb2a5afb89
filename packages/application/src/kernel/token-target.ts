import type { Target } from '@strongroom/domain';

/** A token as the audit log names it. */
export const tokenTarget = (id: string): Target => ({ type: 'token', id, roomId: null, label: null });
