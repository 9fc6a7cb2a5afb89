import { mutant, rewritingAnswer, type ServiceMutant } from './alter.ts';

/** Each resource, a call that returns it, and its required fields. */
const SHOWN = [
  [
    'room',
    /^GET \/rooms$/,
    'id name description org_unit_id classification created_by created_at member_count file_count',
  ],
  ['file', /^GET \/rooms\/[^/]+\/files$/, 'id name size classification uploaded_by uploaded_at content_type'],
  ['user', /^GET \/users$/, 'id name email role clearance_level effective_clearance status created_at'],
  ['upload', /upload-url$/, 'file_id upload_url wrapped_dek kms_key_id'],
  ['download', /download-url$/, 'download_url wrapped_dek iv tag kms_key_id'],
] as const;

const renamed = (row: string, calls: RegExp, field: string): ServiceMutant =>
  mutant(
    `S2-${row}.${field}`,
    `renames ${field}`,
    rewritingAnswer(calls, new RegExp(`"${field}":`, 'g'), `"x_${field}":`),
  );

/** Breaks of every field of every resource. */
export const fieldMutants: readonly ServiceMutant[] = [
  ...SHOWN.flatMap(([row, calls, fields]) => fields.split(' ').map((field) => renamed(row, calls, field))),
  mutant(
    'S2-room.member_count',
    'returns numbers as strings',
    rewritingAnswer(/^POST \/rooms$/, /"member_count":(\d+)/, '"member_count":"$1"'),
  ),
  mutant('S2-room.file_count', 'counts no files', rewritingAnswer(/^GET \/rooms/, /"file_count":1/, '"file_count":0')),
  mutant(
    'S2-room.created_by',
    'names another creator',
    rewritingAnswer(/rooms/, /"created_by":"\w/g, '"created_by":"g'),
  ),
  mutant('S2-file.size', 'counts the tag', rewritingAnswer(/files/, /"size":5/g, '"size":21')),
  mutant('S2-user.name', 'returns empty names', rewritingAnswer(/^GET \/(users|me)/, /"name":"[^"]+"/g, '"name":""')),
  mutant(
    'S2-upload.upload_url',
    'returns an address that accepts no upload',
    rewritingAnswer(/upload-url$/, /\/blobs\//, '/blob/'),
  ),
  mutant(
    'S2-upload.kms_key_id',
    'names another key',
    rewritingAnswer(/upload-url$/, /"kms_key_id":"[^"]+"/, '"kms_key_id":"other"'),
  ),
  mutant(
    'S2-download.kms_key_id',
    'names another key',
    rewritingAnswer(/download-url$/, /"kms_key_id":"[^"]+"/, '"kms_key_id":"other"'),
  ),
  mutant('S2-download.tag', 'returns another tag', rewritingAnswer(/download-url$/, /"tag":"A/, '"tag":"B')),
];
