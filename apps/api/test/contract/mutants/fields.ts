import { mutant, type ServiceMutant, telling } from './alter.ts';

/** Where each resource is shown, with the fields that the specification gives it. */
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
    `gives ${field} another name`,
    telling(calls, new RegExp(`"${field}":`, 'g'), `"x_${field}":`),
  );

/** Section 2 of the specification: every field of every resource. */
export const fieldMutants: readonly ServiceMutant[] = [
  ...SHOWN.flatMap(([row, calls, fields]) => fields.split(' ').map((field) => renamed(row, calls, field))),
  mutant(
    'S2-room.member_count',
    'gives numbers as texts',
    telling(/^POST \/rooms$/, /"member_count":(\d+)/, '"member_count":"$1"'),
  ),
  mutant('S2-room.file_count', 'counts no files', telling(/^GET \/rooms/, /"file_count":1/, '"file_count":0')),
  mutant('S2-room.created_by', 'names another creator', telling(/rooms/, /"created_by":"\w/g, '"created_by":"g')),
  mutant('S2-file.size', 'counts the tag', telling(/files/, /"size":5/g, '"size":21')),
  mutant('S2-user.name', 'shows no names', telling(/^GET \/(users|me)/, /"name":"[^"]+"/g, '"name":""')),
  mutant('S2-upload.upload_url', 'gives an address that takes nothing', telling(/upload-url$/, /\/blobs\//, '/blob/')),
  mutant(
    'S2-upload.kms_key_id',
    'names another key',
    telling(/upload-url$/, /"kms_key_id":"[^"]+"/, '"kms_key_id":"other"'),
  ),
  mutant(
    'S2-download.kms_key_id',
    'names another key',
    telling(/download-url$/, /"kms_key_id":"[^"]+"/, '"kms_key_id":"other"'),
  ),
  mutant('S2-download.tag', 'gives another tag', telling(/download-url$/, /"tag":"A/, '"tag":"B')),
];
