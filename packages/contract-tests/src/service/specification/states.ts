import { type Row, rowsOf } from './row.ts';

/** Section 3: states and transitions. */
export const STATES: readonly Row[] = rowsOf('3 States', [
  [
    'S3-archive',
    'Archiving makes a room read-only and keeps its files.',
    'Reading, existing links, removing members and deleting still work, the rest is 409 `ROOM_ARCHIVED`; `unarchive` brings it back (2).',
  ],
  [
    'S3-delete',
    'Deleting a room is for good: all files and keys are destroyed.',
    'From the answer on nothing of it can be read; a receipt follows the destruction (4 Rooms).',
  ],
  [
    'S3-deactivate',
    'Deactivating a user ends sessions at once and removes all memberships.',
    'API tokens, invitations and share links end too (4 Users).',
  ],
  [
    'S3-reactivate',
    'Reactivating makes a user usable again; what returns is open.',
    'Neither memberships nor tokens nor links come back (4 Users).',
  ],
  [
    'S3-clearance',
    'An empty clearance clears the override; the default of the role holds again.',
    'As stated (4 Users).',
  ],
  [
    'S3-invite',
    'Inviting makes an invited user, whose link works for 72 hours.',
    'As stated; the newest link only (4 Users).',
  ],
  [
    'S3-names',
    'Names of further user states and of the room’s state field are open.',
    'User `invited | active | deactivated`; room `status`: `active | archived` (2).',
  ],
  [
    'S3-upload',
    'An upload is a sequence: address, ciphertext, confirmation; file states are open.',
    '`pending` until it is confirmed, then `available`; a pending file is seen by its uploader and the room’s owners only (2).',
  ],
]);
