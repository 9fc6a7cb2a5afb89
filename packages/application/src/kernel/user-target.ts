import type { Target, UserId } from '@strongroom/domain';

/** A user as the audit log names him: people carry no label. */
export const userTarget = (id: UserId): Target => ({ type: 'user', id, roomId: null, label: null });
