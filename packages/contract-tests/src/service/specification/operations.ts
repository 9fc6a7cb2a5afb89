import { type SpecificationRow, sectionRows } from './row.ts';

/** Rows of the endpoints. */
export const OPERATION_ROWS: readonly SpecificationRow[] = [
  ...sectionRows('4 Rooms', [
    [
      'S4-rooms-list',
      '`GET /rooms`: the rooms the caller is a member of.',
      'As stated, up to the clearance of the caller.',
    ],
    ['S4-rooms-get', 'Get a room; method and path are open.', '`GET /rooms/:id` → 200 `{data: Room}`.'],
    [
      'S4-rooms-create',
      'Create a room with name, description, unit and label → 201; method and path are open.',
      '`POST /rooms` with `Location`; the creator becomes owner; description and unit may be left out.',
    ],
    [
      'S4-rooms-add-member',
      '`POST /rooms/:id/members` with user and role.',
      '201, or 200 for a member; for room owners.',
    ],
    [
      'S4-rooms-remove-member',
      '`DELETE /rooms/:id/members/:user_id`.',
      '200 `{room_id, user_id, removed}`; the last owner stays.',
    ],
    [
      'S4-rooms-archive',
      '`POST /rooms/:id/archive`: read-only.',
      '200 `{data: Room}`, also for an archived room; for room owners, and the organisation’s owners and domain administrators.',
    ],
    [
      'S4-rooms-delete',
      'Delete a room; method and path are open.',
      '`DELETE /rooms/:id` → 200 with a receipt, `files_to_destroy` and `keys_to_destroy`; for room owners and the organisation’s owners.',
    ],
  ]),
  ...sectionRows('4 Files', [
    [
      'S4-files-list',
      '`GET /rooms/:room_id/files`: the files of a room.',
      'The available files up to the caller’s clearance.',
    ],
    [
      'S4-files-upload-url',
      '`POST /rooms/:room_id/files/upload-url` with name, size, type and label → Upload-URL result.',
      '200; for owners and contributors; without a label the file takes that of the room.',
    ],
    [
      'S4-files-confirm',
      '`POST /rooms/:room_id/files/:file_id/confirm` with IV and tag; the answer is open.',
      '200 `{data: File}`; length, IV and tag are checked; again with the same values is 200.',
    ],
    ['S4-files-download-url', '`GET /files/:file_id/download-url` → Download-URL result.', 'For any room role.'],
    [
      'S4-files-delete',
      '`DELETE /files/:file_id`, for owners and contributors of the room.',
      '200 `{id, status: "deleted", deleted_at}`.',
    ],
    [
      'S4-files-share',
      '`POST /files/:file_id/share` with life and optional cap; the answer is open.',
      '201 with `url` and `token`, shown only here; looking at a link and redeeming it are public.',
    ],
    [
      'S4-upload-procedure',
      'Six steps: address, unwrap, IV, AES-256-GCM, PUT, confirm.',
      'As stated; the PUT needs no header.',
    ],
    ['S4-download-procedure', 'Fetch, unwrap, decrypt, verify the tag.', 'As stated.'],
  ]),
  ...sectionRows('4 Users', [
    ['S4-users-list', '`GET /users` with scope `read:users`: all users.', 'As stated; `?email=` finds one.'],
    [
      'S4-users-invite',
      '`POST /users/invite` with address and role: a mail with a link.',
      '201 `{data: User}`; again for a pending one 200 and a new link, but within ten minutes of the last mail no mail, and the link stays; at most 20 mails a day; `POST /invitations/accept` takes it.',
    ],
    ['S4-users-role', '`PATCH /users/:id/role`.', '200 `{data: User}`; a user cannot grant more than their own role.'],
    ['S4-users-clearance', '`PATCH /users/:id/clearance`; empty clears.', '200 `{data: User}`; never one’s own.'],
    [
      'S4-users-deactivate',
      '`POST /users/:id/deactivate`.',
      '200 `{data: User}`, also for a deactivated user; never oneself.',
    ],
    ['S4-users-reactivate', '`POST /users/:id/reactivate`.', '200 `{data: User}`.'],
    ['S4-users-org-units', '`GET /users/:id/org-units`.', '`[{org_unit_id, name, role, joined_at}]`.'],
    [
      'S4-org-units-add-member',
      '`POST /org-units/:org_unit_id/members` with user and role; the roles are open.',
      '201, again 200; `department_admin | security_officer | auditor | member`.',
    ],
    [
      'S4-org-units-remove-member',
      '`DELETE /org-units/:org_unit_id/members/:user_id`.',
      '200 `{org_unit_id, user_id, removed}`.',
    ],
    [
      'S4-responses',
      'What user, membership and deletion operations answer is open.',
      'The changed resource in the envelope; a deletion answers the id of what was deleted, never 204.',
    ],
  ]),
  ...sectionRows('4 Pagination', [
    [
      'S4-pagination',
      'Lists take `page` and `per_page`, and carry `meta`.',
      'As stated, for every list, the newest item first.',
    ],
    [
      'S4-cursor',
      'The pagination is also called cursor-based.',
      '`?cursor=` with `meta.next_cursor` instead of `page`.',
    ],
  ]),
];
