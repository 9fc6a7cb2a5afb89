import type { Row } from './store.ts';

const moment = (milliseconds: unknown): string => new Date(Number(milliseconds)).toISOString();

export const roomSeen = ({ id, name, description, label, created_by, created_at, members, files, role }: Row) => ({
  id,
  name,
  description,
  classification: label,
  created_by,
  created_at: moment(created_at),
  member_count: members,
  file_count: files,
  status: 'active',
  archived_at: null,
  my_role: role,
});

export const fileSeen = ({ id, name, size, label, uploaded_by, created_at, type, room_id, status }: Row) => ({
  id,
  name,
  size,
  classification: label,
  uploaded_by,
  uploaded_at: moment(created_at),
  content_type: type,
  folder: '',
  room_id,
  status,
});

export const userSeen = ({ id, name, email, role, status, created_at }: Row) => ({
  id,
  name,
  email,
  role,
  clearance_level: '',
  effective_clearance: 'C2',
  status,
  created_at: moment(created_at),
});

export const eventSeen = ({ seq, id, type, room_id, actor_id, created_at, data }: Row) => ({
  seq,
  id,
  type,
  outcome: 'allowed',
  rule: null,
  occurred_at: moment(created_at),
  actor: { type: 'user', id: actor_id },
  target: { type: 'room', id: room_id, room_id },
  data: JSON.parse(String(data)),
});
