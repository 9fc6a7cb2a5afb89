import { fieldRows, type SpecificationRow, sectionRows } from './row.ts';

/** Rows of conventions, and of resources and their fields. */
export const RESOURCE_ROWS: readonly SpecificationRow[] = [
  ...sectionRows('1 Conventions', [
    [
      'S1-base',
      'Every path is below a base address that ends in `/api/v1`.',
      'As stated. Any other path is 404 `ROUTE_NOT_FOUND`.',
    ],
    [
      'S1-json',
      'Bodies are JSON, and so is every answer.',
      'As stated, deletions and errors included, with these exceptions: `GET /audit-events/export`, `GET /audit-events/follow` and `GET /audit-events/openings` answer JSON lines, addresses below `/audit/` texts and bytes that prove the log, and `GET /openapi.json` a document without an envelope. Unknown fields are refused.',
    ],
    ['S1-timestamps', 'Timestamps are UTC, `YYYY-MM-DDThh:mm:ssZ`.', 'As stated, without fractions of a second.'],
    ['S1-uuids', 'Ids are lowercase UUIDs.', 'As stated. An id of another form is answered like an unknown id.'],
  ]),
  ...sectionRows('2 Success envelope', [
    ['S2-data', '`data` holds the result; a list is an array.', 'As stated.'],
    ['S2-meta', '`meta` comes with paginated lists.', 'Every list is paginated.'],
    ['S2-meta.page', '`meta.page`: number of the page.', 'As stated; null where a cursor was given.'],
    ['S2-meta.per_page', '`meta.per_page`: size of a page.', 'As stated.'],
    [
      'S2-meta.total',
      '`meta.total`: number of items.',
      'The exact number that the caller can see; with a cursor, that of the first page.',
    ],
  ]),
  ...fieldRows('2 Room', 'S2-room', 'As stated; also `status`, `archived_at` and `my_role`.', {
    id: 'a UUID',
    name: 'a text',
    description: 'a text',
    org_unit_id: 'the unit it belongs to',
    classification: 'a label',
    created_by: 'the user who created it',
    created_at: 'a timestamp',
    member_count: 'an integer',
    file_count: 'an integer',
  }),
  ...sectionRows('2 Room', [
    ['S2-room-roles', 'Room roles are `owner`, `contributor` and `viewer`.', 'No other (400 `INVALID_ROLE`).'],
  ]),
  ...fieldRows('2 File', 'S2-file', 'As stated; sizes are bytes; also `room_id`, `folder` and `status`.', {
    id: 'a UUID',
    name: 'its name',
    size: 'an integer',
    classification: 'a label',
    uploaded_by: 'the user who uploaded it',
    uploaded_at: 'a timestamp',
    content_type: 'a media type',
  }),
  ...fieldRows('2 User', 'S2-user', 'As stated.', {
    id: 'a UUID',
    name: 'a text',
    email: 'an address',
    role: 'an organisation role',
    clearance_level: 'the override, empty for none',
    effective_clearance: 'the override or the default of the role',
    status: 'such as `active`',
    created_at: 'a timestamp',
  }),
  ...sectionRows('2 User', [
    [
      'S2-org-roles',
      'Six organisation roles: `owner`, `domain_admin`, `department_admin`, `security_officer`, `member`, `auditor`.',
      'No other (400 `INVALID_ROLE`). Users can be invited to each of them.',
    ],
  ]),
  ...sectionRows('2 Classification labels', [
    [
      'S2-labels',
      'Labels such as `C2`, `C3`, `C4`; the whole set is open.',
      '`C1` to `C4` in rising order, unless the operator names others; `GET /classifications` lists them.',
    ],
  ]),
  ...sectionRows('2 Org Unit', [
    [
      'S2-org-unit',
      'A unit has an id and members; its fields are open.',
      '`id, name, description, parent_id, member_count, room_count, created_at`, and operations to list, make, change and delete units.',
    ],
  ]),
  ...fieldRows('2 Upload-URL result', 'S2-upload', 'As stated; also `expires_at`.', {
    file_id: 'the new file',
    upload_url: 'a pre-signed address',
    wrapped_dek: 'the wrapped key, base64',
    kms_key_id: 'the key that wraps it',
  }),
  ...fieldRows('2 Download-URL result', 'S2-download', 'As stated; also `expires_at`.', {
    download_url: 'a pre-signed address',
    wrapped_dek: 'the wrapped key, base64',
    iv: 'base64',
    tag: 'base64',
    kms_key_id: 'the key that wraps it',
  }),
];
