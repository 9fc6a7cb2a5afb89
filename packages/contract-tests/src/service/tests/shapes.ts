import { expect } from '@jest/globals';

export const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
export const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const BASE64 = /^(?=.)(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

const id: unknown = expect.stringMatching(UUID);
const text: unknown = expect.any(String);
const integer: unknown = expect.any(Number);
const time: unknown = expect.stringMatching(TIME);
const label: unknown = expect.stringMatching(/^C[1-4]$/);
const base64: unknown = expect.stringMatching(BASE64);
const url: unknown = expect.stringMatching(/^https?:\/\//);

/** Required fields of each resource; more are allowed. */
export const SHAPES = {
  room: {
    id,
    name: text,
    description: text,
    org_unit_id: id,
    classification: label,
    created_by: id,
    created_at: time,
    member_count: integer,
    file_count: integer,
  },
  file: {
    id,
    name: text,
    size: integer,
    classification: label,
    uploaded_by: id,
    uploaded_at: time,
    content_type: text,
  },
  user: {
    id,
    name: text,
    email: text,
    role: text,
    clearance_level: text,
    effective_clearance: label,
    status: text,
    created_at: time,
  },
  upload: { file_id: id, upload_url: url, wrapped_dek: base64, kms_key_id: text },
  download: { download_url: url, wrapped_dek: base64, iv: base64, tag: base64, kms_key_id: text },
} as const;

/** Rows of the conformance page that a shape covers, such as `S2-room.id`. */
export const rowsOfShape = (name: keyof typeof SHAPES): readonly string[] =>
  Object.keys(SHAPES[name]).map((field) => `S2-${name}.${field}`);
