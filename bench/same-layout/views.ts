// The answer for each document: the same fields as the service answers.

// biome-ignore lint/suspicious/noExplicitAny: stored JSON is what it is
type Body = any;

const moment = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

export const roomSeen = (room: Body, role: string) => ({
  id: room.id,
  name: room.name,
  description: room.description,
  org_unit_id: room.orgUnitId,
  classification: room.label,
  created_by: room.createdBy,
  created_at: moment(room.createdAt),
  member_count: room.memberCount,
  file_count: room.files.C2 ?? 0,
  status: room.status,
  archived_at: null,
  my_role: role,
});

export const fileSeen = (file: Body) => ({
  id: file.id,
  name: file.name,
  size: file.size,
  classification: file.label,
  uploaded_by: file.uploadedBy,
  uploaded_at: moment(file.confirmedAt),
  content_type: file.contentType,
  folder: file.folder,
  room_id: file.roomId,
  status: file.status,
});

export const userSeen = (user: Body) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  clearance: user.clearance ?? '',
  effective_clearance: 'C2',
  status: user.status,
  created_at: moment(user.createdAt),
});

export const eventSeen = ({ actor, target, occurredAt, ...event }: Body) => ({
  ...event,
  occurred_at: moment(occurredAt),
  actor: { type: actor.type, id: actor.id, token_id: actor.tokenId },
  target: { type: target.type, id: target.id, room_id: target.roomId },
});
