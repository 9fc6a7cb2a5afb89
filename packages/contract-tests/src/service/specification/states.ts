import { type SpecificationRow, sectionRows } from './row.ts';

/** Rows of states and transitions. */
export const STATE_ROWS: readonly SpecificationRow[] = sectionRows('3 States', [
  [
    'S3-archive',
    'Archiving makes a room read-only and keeps its files.',
    'Reading, existing links, lowering a role, removing members and deleting the room still work; other changes are 409 `ROOM_ARCHIVED`. `POST /rooms/:id/unarchive` makes the room active again.',
  ],
  [
    'S3-delete',
    'Deleting a room is permanent: all files and keys are destroyed.',
    'After the answer nothing of the room can be read; a receipt tracks the destruction of objects and keys.',
  ],
  [
    'S3-deactivate',
    'Deactivating a user ends sessions at once and removes all memberships.',
    'As stated, in rooms and units; API tokens, the password, the open invitation and share links end too.',
  ],
  [
    'S3-reactivate',
    'Reactivating makes a user usable again; what returns is open.',
    'Neither memberships nor tokens nor links come back.',
  ],
  ['S3-clearance', 'An empty clearance clears the override; the default of the role holds again.', 'As stated.'],
  [
    'S3-invite',
    'Inviting makes an invited user, whose link works for 72 hours.',
    'As stated. A newer link ends the older ones.',
  ],
  [
    'S3-names',
    'Names of further user states and of the room’s state field are open.',
    'User `invited | active | deactivated`; room `status`: `active | archived`.',
  ],
  [
    'S3-upload',
    'An upload is a sequence: address, ciphertext, confirmation; file states are open.',
    '`pending` until it is confirmed, then `available`; only its uploader and the owners of the room see a pending file.',
  ],
]);
