import { fieldRows, type Row, rowsOf } from './row.ts';

/** Sections 1 and 2: conventions, resources and their fields. */
export const RESOURCES: readonly Row[] = [
  ...rowsOf('1 Conventions', [
    [
      'S1-base',
      'Every path stands below a base address that ends in `/api/v1`.',
      'As stated (1). Other addresses below it are 404 `ROUTE_NOT_FOUND`.',
    ],
    [
      'S1-json',
      'Bodies are JSON, and so is every answer.',
      'As stated, deletions and errors included; unknown fields are refused (1).',
    ],
    ['S1-timestamps', 'Timestamps are UTC, `YYYY-MM-DDThh:mm:ssZ`.', 'As stated; never fractions of a second (1).'],
    ['S1-uuids', 'Ids are lowercase UUIDs.', 'As stated; another form is answered like an unknown id (1).'],
  ]),
  ...rowsOf('2 Success envelope', [
    ['S2-data', '`data` holds the result; a list is an array.', 'As stated (1).'],
    ['S2-meta', '`meta` comes with paginated lists.', 'Every list is paginated (3).'],
    ['S2-meta.page', '`meta.page`: number of the page.', 'As stated; null when a cursor was given (3).'],
    ['S2-meta.per_page', '`meta.per_page`: size of a page.', 'As stated (3).'],
    ['S2-meta.total', '`meta.total`: how many there are.', 'Exact, of what the caller can see (3).'],
  ]),
  ...fieldRows('2 Room', 'S2-room', 'As stated; `status`, `archived_at` and `my_role` besides (4 Rooms).', {
    id: 'a UUID',
    name: 'a text',
    description: 'a text',
    org_unit_id: 'the unit it belongs to',
    classification: 'a label',
    created_by: 'who created it',
    created_at: 'a timestamp',
    member_count: 'an integer',
    file_count: 'an integer',
  }),
  ...rowsOf('2 Room', [
    ['S2-room-roles', 'Room roles are `owner`, `contributor` and `viewer`.', 'No other (400 `INVALID_ROLE`).'],
  ]),
  ...fieldRows('2 File', 'S2-file', 'As stated; sizes are bytes; `room_id`, `folder` and `status` besides (4 Files).', {
    id: 'a UUID',
    name: 'its name',
    size: 'an integer',
    classification: 'a label',
    uploaded_by: 'who uploaded it',
    uploaded_at: 'a timestamp',
    content_type: 'a media type',
  }),
  ...fieldRows('2 User', 'S2-user', 'As stated (4 Users).', {
    id: 'a UUID',
    name: 'a text',
    email: 'an address',
    role: 'an organisation role',
    clearance_level: 'the override, empty for none',
    effective_clearance: 'the override or the default of the role',
    status: 'such as `active`',
    created_at: 'a timestamp',
  }),
  ...rowsOf('2 User', [
    [
      'S2-org-roles',
      'Six organisation roles: `owner`, `domain_admin`, `department_admin`, `security_officer`, `member`, `auditor`.',
      'No other (400 `INVALID_ROLE`); all six can be invited (4 Users).',
    ],
  ]),
  ...rowsOf('2 Classification labels', [
    [
      'S2-labels',
      'Labels such as `C2`, `C3`, `C4`; the whole set is open.',
      '`C1` to `C4` in rising order, told by `GET /classifications` (2).',
    ],
  ]),
  ...rowsOf('2 Org Unit', [
    [
      'S2-org-unit',
      'A unit has an id and members; its fields are open.',
      '`id, name, description, parent_id, member_count, room_count, created_at`, and operations to list, make, change and delete units (4 Org units).',
    ],
  ]),
  ...fieldRows('2 Upload-URL result', 'S2-upload', 'As stated; `expires_at` besides (4 Files).', {
    file_id: 'the new file',
    upload_url: 'a pre-signed address',
    wrapped_dek: 'the wrapped key, base64',
    kms_key_id: 'the key that wraps it',
  }),
  ...fieldRows('2 Download-URL result', 'S2-download', 'As stated; `expires_at` besides (4 Files).', {
    download_url: 'a pre-signed address',
    wrapped_dek: 'the wrapped key, base64',
    iv: 'base64',
    tag: 'base64',
    kms_key_id: 'the key that wraps it',
  }),
];
