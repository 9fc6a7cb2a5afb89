import {
  changingStatus,
  mutant,
  pretending,
  rewritingAnswer,
  rewritingPath,
  rewritingRequest,
  type ServiceMutant,
} from './alter.ts';

const deleted = (id: string): string => JSON.stringify({ data: { id, status: 'deleted' } });
const revoked = (id: string): string => JSON.stringify({ data: { id, revoked: true } });
const shown = (_: string, seen: string): string => seen;
const withStatus = (status: string) => (_: string, seen: string) =>
  seen.replace(/"status":"\w+"/, `"status":"${status}"`);

/** Services that report a change but do not make it. */
export const effectMutants: readonly ServiceMutant[] = [
  mutant('S3-archive', 'lets an archived room be changed', pretending(/archive$/, 200, withStatus('archived'))),
  mutant('S4-rooms-archive', 'does not archive', pretending(/archive$/, 200, shown)),
  mutant('S4-rooms-get', 'changes nothing', pretending(/^PATCH \/rooms/, 200, shown)),
  mutant('S3-delete', 'keeps a deleted room', pretending(/^DELETE \/rooms\/[^/]+$/, 200, deleted)),
  mutant(
    'S4-rooms-delete',
    'returns no receipt',
    rewritingAnswer(/^DELETE \/rooms/, /"receipt_id":"[^"]+"/, '"receipt_id":null'),
  ),
  mutant(
    'I4-receipts',
    'returns receipts without progress',
    rewritingAnswer(/destruction-receipts/, /"keys_destroyed":1/, '"keys_destroyed":0'),
  ),
  mutant(
    'I4-receipts',
    'shows kept names whatever the clearance',
    rewritingAnswer(/destruction-receipts/, /"name":null,"folder":null/, '"name":"kept.txt","folder":""'),
  ),
  mutant(
    'S4-rooms-delete',
    'omits files_to_destroy',
    rewritingAnswer(/^DELETE \/rooms/, /"files_to_destroy":\d+,?/, ''),
  ),
  mutant('I4-folders', 'lists every folder', rewritingPath(/^GET .*folder=/, /folder=[^&]*/, 'per_page=50')),
  mutant('I4-folders', 'ignores the name of a file', rewritingPath(/^GET .*[?&]name=/, /name=[^&]*/, 'per_page=50')),
  mutant('I4-files-edit', 'changes nothing', pretending(/^PATCH \/files/, 200, shown)),
  mutant(
    'I4-files-edit',
    'lets contributors lower a label',
    rewritingRequest(/^PATCH \/files/, /"classification":"C1"/, '"classification":"C2"'),
  ),
  mutant(
    'I8-folders-make',
    'reports a folder as deleted that holds another one',
    pretending(/^DELETE \/rooms\/[^/]+\/folders\/[^/]+$/, 200, (id) =>
      JSON.stringify({ data: { id, status: 'deleted' } }),
    ),
  ),
  mutant(
    'I8-folders-move',
    'moves a folder elsewhere',
    rewritingRequest(/^PATCH \/rooms\/[^/]+\/folders/, /"taken\/x"/, '"taken/y"'),
  ),
  mutant(
    'I8-folders-order',
    'counts hidden folders in positions',
    rewritingAnswer(/^GET \/rooms\/[^/]+\/folders/, /"position":1,/g, '"position":4,'),
  ),
  mutant(
    'I8-folders-order',
    'places a folder one further',
    rewritingRequest(/^PATCH \/rooms\/[^/]+\/folders/, /"position":2/, '"position":3'),
  ),
  mutant(
    'I8-numbering',
    'counts hidden files where it numbers a room',
    rewritingAnswer(/^POST .*renumber$/, /"numbered":6/, '"numbered":8'),
  ),
  mutant(
    'I8-numbering',
    'gives the number of a deleted file to another thing',
    rewritingAnswer(/^POST \/rooms\/[^/]+\/folders$/, /"index":"5"/, '"index":"4"'),
  ),
  mutant(
    'I8-numbering',
    'numbers what each reader sees',
    rewritingAnswer(/^GET \/rooms\/[^/]+\/files/, /"index":"3"/, '"index":"2"'),
  ),
  mutant('I8-numbering', 'does not number a room', rewritingRequest(/^PATCH \/rooms/, /"fixed"/, '"none"')),
  mutant(
    'I8-folders-hidden',
    'does not find a folder that was made where a hidden one is',
    rewritingRequest(/^POST \/rooms\/[^/]+\/folders$/, /"Layoffs"/, '"Layoffs/Board"'),
  ),
  mutant('I8-bin', 'has no bin', rewritingRequest(/^POST \/rooms$/, /,"bin_days":30/, '')),
  mutant('I8-bin', 'restores nothing', pretending(/restore$/, 200, shown)),
  mutant(
    'I8-bin-rights',
    'keeps a file in the bin that it reports as destroyed',
    pretending(/^DELETE \/rooms\/[^/]+\/bin\/[^/]+$/, 200, (id) =>
      JSON.stringify({ data: { id, status: 'destroyed' } }),
    ),
  ),
  mutant(
    'I8-exports',
    'forgets the manifest of an export',
    rewritingRequest(/^POST \/rooms\/[^/]+\/exports$/, /,"manifest_sha256":"[0-9a-f]{64}"/, ''),
  ),
  mutant('I8-versions', 'ignores the file to replace', rewritingRequest(/upload-url$/, /,"replaces":"[^"]+"/, '')),
  mutant('I8-versions', 'keeps a deleted version', pretending(/^DELETE \/files\/[^/]+\/versions/, 200, deleted)),
  mutant('I8-versions-links', 'ignores the version of a link', rewritingRequest(/share$/, /,"version":1/, '')),
  mutant(
    'I8-versions-rights',
    'lets contributors lower a label by a replacement',
    rewritingRequest(/upload-url$/, /"classification":"C1"/, '"classification":"C2"'),
  ),
  mutant('S4-files-delete', 'keeps a deleted file', pretending(/^DELETE \/files/, 200, deleted)),
  mutant(
    'S4-files-confirm',
    'leaves a file pending',
    rewritingAnswer(/confirm$/, /"status":"available"/, '"status":"pending"'),
  ),
  mutant(
    'S4-upload-procedure',
    'returns another IV',
    rewritingAnswer(/download-url/, /"iv":"[^"]+"/, '"iv":"AAAAAAAAAAAAAAAA"'),
  ),
  mutant(
    'S4-rooms-add-member',
    'always adds a viewer',
    rewritingRequest(/^POST .*members$/, /"role":"\w+"/, '"role":"viewer"'),
  ),
  mutant('S4-rooms-add-member', 'answers 200 for a new member', changingStatus(/^POST .*members$/, 201, 200)),
  mutant(
    'S4-rooms-remove-member',
    'keeps a removed member',
    pretending(/^DELETE .*members/, 200, (user_id) => JSON.stringify({ data: { user_id, removed: true } })),
  ),
  mutant(
    'S4-org-units-add-member',
    'answers 200 for a new member',
    changingStatus(/^POST \/org-units.*members$/, 201, 200),
  ),
  mutant(
    'S4-org-units-remove-member',
    'keeps a removed member',
    pretending(/^DELETE .*members/, 200, (user_id) => JSON.stringify({ data: { user_id, removed: true } })),
  ),
  mutant('S2-org-unit', 'keeps a deleted unit', pretending(/^DELETE \/org-units\/[^/]+$/, 200, deleted)),
  mutant(
    'S2-org-unit',
    'ignores the parent of a unit',
    rewritingRequest(/^POST \/org-units$/, /,"parent_id":"[^"]+"/, ''),
  ),
  mutant(
    'S3-invite',
    'creates users who need no link',
    rewritingAnswer(/invite$/, /"status":"invited"/, '"status":"active"'),
  ),
  mutant('S3-clearance', 'changes no clearance', pretending(/clearance$/, 200, shown)),
  mutant('S4-users-role', 'changes no role', pretending(/role$/, 200, shown)),
  mutant('S3-deactivate', 'does not deactivate', pretending(/deactivate$/, 200, withStatus('deactivated'))),
  mutant('S3-reactivate', 'does not reactivate', pretending(/reactivate$/, 200, withStatus('active'))),
  mutant('S5-2', 'does not revoke tokens', pretending(/^DELETE \/tokens/, 200, revoked)),
  mutant(
    'I8-share-changes',
    'ends no link by a lower cap',
    rewritingAnswer(/^PATCH \/shares/, /"exhausted"/, '"active"'),
  ),
  mutant('I4-shares', 'does not revoke links', pretending(/^DELETE \/shares/, 200, withStatus('revoked'))),
  mutant(
    'I4-sessions',
    'does not end sessions',
    pretending(/^DELETE \/sessions/, 200, () => '{"data":{"ended":true}}'),
  ),
  mutant(
    'I8-password-reset',
    'sends no link',
    pretending(/^POST \/password-reset/, 200, () => '{"data":{"requested":true}}'),
  ),
  mutant(
    'I4-activation-link',
    'sends a link to the wrong user',
    rewritingPath(/activation-link/, /users\/[^/]+/, 'users/x'),
  ),
  mutant('S3-deactivate', 'answers a deactivation with 202', changingStatus(/deactivate$/, 200, 202)),
];
