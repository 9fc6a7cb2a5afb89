import { answering, hearing, leading, mutant, pretending, type ServiceMutant, telling } from './alter.ts';

const deleted = (id: string): string => JSON.stringify({ data: { id, status: 'deleted' } });
const revoked = (id: string): string => JSON.stringify({ data: { id, revoked: true } });
const shown = (_: string, seen: string): string => seen;
const withStatus = (status: string) => (_: string, seen: string) =>
  seen.replace(/"status":"\w+"/, `"status":"${status}"`);

/** Sections 3 and 4: what happens. Here it does not, though the answers say so. */
export const effectMutants: readonly ServiceMutant[] = [
  mutant('S3-archive', 'lets an archived room be changed', pretending(/archive$/, 200, withStatus('archived'))),
  mutant('S4-rooms-archive', 'does not archive', pretending(/archive$/, 200, shown)),
  mutant('S4-rooms-get', 'changes nothing', pretending(/^PATCH \/rooms/, 200, shown)),
  mutant('S3-delete', 'keeps a deleted room', pretending(/^DELETE \/rooms\/[^/]+$/, 200, deleted)),
  mutant(
    'S4-rooms-delete',
    'gives no receipt',
    telling(/^DELETE \/rooms/, /"receipt_id":"[^"]+"/, '"receipt_id":null'),
  ),
  mutant(
    'I4-receipts',
    'has receipts that tell nothing',
    telling(/destruction-receipts/, /"keys_destroyed":1/, '"keys_destroyed":0'),
  ),
  mutant('S4-files-delete', 'keeps a deleted file', pretending(/^DELETE \/files/, 200, deleted)),
  mutant(
    'S4-files-confirm',
    'leaves a file pending',
    telling(/confirm$/, /"status":"available"/, '"status":"pending"'),
  ),
  mutant(
    'S4-upload-procedure',
    'gives another IV back',
    telling(/download-url/, /"iv":"[^"]+"/, '"iv":"AAAAAAAAAAAAAAAA"'),
  ),
  mutant('S4-rooms-add-member', 'always adds a viewer', hearing(/^POST .*members$/, /"role":"\w+"/, '"role":"viewer"')),
  mutant('S4-rooms-add-member', 'does not tell a new member', answering(/^POST .*members$/, 201, 200)),
  mutant(
    'S4-rooms-remove-member',
    'keeps a removed member',
    pretending(/^DELETE .*members/, 200, (user_id) => JSON.stringify({ data: { user_id, removed: true } })),
  ),
  mutant('S4-org-units-add-member', 'does not tell a new member', answering(/^POST \/org-units.*members$/, 201, 200)),
  mutant(
    'S4-org-units-remove-member',
    'keeps a removed member',
    pretending(/^DELETE .*members/, 200, (user_id) => JSON.stringify({ data: { user_id, removed: true } })),
  ),
  mutant('S2-org-unit', 'keeps a deleted unit', pretending(/^DELETE \/org-units\/[^/]+$/, 200, deleted)),
  mutant('S2-org-unit', 'lets units stand anywhere', hearing(/^POST \/org-units$/, /,"parent_id":"[^"]+"/, '')),
  mutant('S3-invite', 'makes users who need no link', telling(/invite$/, /"status":"invited"/, '"status":"active"')),
  mutant('S3-clearance', 'changes no clearance', pretending(/clearance$/, 200, shown)),
  mutant('S4-users-role', 'changes no role', pretending(/role$/, 200, shown)),
  mutant('S3-deactivate', 'lets deactivated users go on', pretending(/deactivate$/, 200, withStatus('deactivated'))),
  mutant('S3-reactivate', 'does not reactivate', pretending(/reactivate$/, 200, withStatus('active'))),
  mutant('S5-2', 'lets revoked tokens go on', pretending(/^DELETE \/tokens/, 200, revoked)),
  mutant('I4-shares', 'lets revoked links go on', pretending(/^DELETE \/shares/, 200, withStatus('revoked'))),
  mutant(
    'I4-sessions',
    'lets sessions go on',
    pretending(/^DELETE \/sessions/, 200, () => '{"data":{"ended":true}}'),
  ),
  mutant('I4-activation-link', 'gives a link to the wrong user', leading(/activation-link/, /users\/[^/]+/, 'users/x')),
  mutant('S3-deactivate', 'answers as if it had only begun', answering(/deactivate$/, 200, 202)),
];
