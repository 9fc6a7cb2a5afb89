import type { Alteration } from '../../support/altering-proxy.ts';
import {
  asOwner,
  changingStatus,
  mutant,
  pretending,
  rewritingAnswer,
  rewritingPath,
  rewritingRequest,
  type ServiceMutant,
  settingHeader,
  settingRequestHeader,
} from './alter.ts';

/** Answers for a hidden room with another message than for an absent one. */
function revealingHiddenRooms(): Alteration {
  const made = new Set<string>();
  return {
    answered: (answer, { path }) => {
      const id = /"data":\{"id":"([^"]+)"/.exec(answer.body.toString())?.[1];
      if (answer.status === 201 && id !== undefined) made.add(id);
      const hidden = answer.status === 404 && made.has(path.split('/').at(4) ?? '');
      return hidden
        ? {
            ...answer,
            body: Buffer.from(answer.body.toString().replace(/"message":"[^"]*"/, '"message":"Not a member."')),
          }
        : answer;
    },
  };
}

/** Breaks of permissions and visibility. */
export const rightMutants: readonly ServiceMutant[] = [
  mutant('S4-rooms-create', 'lets auditors create rooms', asOwner(/^POST \/rooms$/)),
  mutant('S4-rooms-create', 'does not send Location', settingHeader(/^POST \/rooms$/, 'Location')),
  mutant('S4-rooms-list', 'lists foreign rooms', (owner) => ({
    ...asOwner(/^GET \/rooms$/)(owner),
    sent: (sent) => {
      const meant = sent.method === 'GET' && sent.path === '/api/v1/rooms';
      const other = asOwner(/^GET \/rooms$/)(owner).sent?.(sent) ?? sent;
      return meant ? { ...other, path: '/api/v1/oversight/rooms' } : sent;
    },
  })),
  mutant('I2-visibility', 'shows a room to every user', asOwner(/^GET \/rooms\/[^/]+$/)),
  mutant('I8-access', 'lists the files of restricted folders to every member', asOwner(/^GET \/rooms\/[^/]+\/files$/)),
  mutant('I8-access', 'tells every member who sees a folder', asOwner(/^POST \/rooms\/[^/]+\/sight$/)),
  mutant(
    'I8-access',
    'counts who loses sight as who gains it',
    rewritingAnswer(/sight$/, /"gain":0,"lose":1/, '"gain":1,"lose":0'),
  ),
  mutant('I8-groups', 'shows groups to members who are not in them', asOwner(/^GET \/rooms\/[^/]+\/groups$/)),
  mutant('I8-groups', 'names all groups of a member to each other one', asOwner(/^GET \/rooms\/[^/]+\/members$/)),
  mutant('I2-visibility', 'counts hidden rooms', rewritingAnswer(/^GET \/rooms$/, /"total":1/, '"total":2')),
  mutant('I2-oversight', 'shows all rooms to every user', asOwner(/^GET \/oversight/)),
  mutant(
    'I2-oversight',
    'does not mark orphaned rooms',
    rewritingAnswer(/oversight/, /"orphaned":true/, '"orphaned":false'),
  ),
  mutant('S7-1', 'reveals that a hidden room exists', revealingHiddenRooms),
  mutant('S7-1', 'answers for a hidden room with another status', changingStatus(/^PATCH \/rooms/, 404, 403)),
  mutant(
    'S3-upload',
    'answers for a pending file like for an absent one',
    rewritingAnswer(/files/, /UPLOAD_NOT_CONFIRMED/, 'FILE_NOT_FOUND'),
  ),
  mutant('S4-files-list', 'counts files above the clearance', rewritingAnswer(/files$/, /"total":1/, '"total":2')),
  mutant('S4-files-download-url', 'reveals that a file exists', changingStatus(/download-url/, 404, 403)),
  mutant('S4-files-upload-url', 'ignores the label', rewritingRequest(/upload-url/, /,"classification":"[^"]+"/, '')),
  mutant('S4-files-share', 'ignores the cap', rewritingRequest(/share$/, /,"max_downloads":2/, '')),
  mutant('S4-files-share', 'answers 404 to viewers instead of 403', changingStatus(/share$/, 403, 404)),
  mutant('S5-7', 'answers 404 to viewers instead of 403', changingStatus(/^DELETE \/files/, 403, 404)),
  mutant('S4-users-invite', 'lets every user invite', asOwner(/^POST \/users\/invite/)),
  mutant('S4-users-list', 'finds every user by any address', rewritingPath(/^GET \/users\?/, /\?.*/, '')),
  mutant('S4-users-role', 'lets every user change roles', asOwner(/role$/)),
  mutant('S4-users-clearance', 'lets every user set clearances', asOwner(/clearance$/)),
  mutant('S4-users-deactivate', 'lets every user deactivate', asOwner(/deactivate$/)),
  mutant(
    'S4-users-org-units',
    'shows the units of every user to every user',
    asOwner(/^GET \/users\/[^/]+\/org-units/),
  ),
  mutant('S5-1', 'sends no challenge', settingHeader(/./, 'WWW-Authenticate')),
  mutant('S5-1', 'accepts calls without a token', asOwner(/^GET \/me/)),
  mutant('S5-3', 'ignores scopes of a new token', rewritingRequest(/^POST \/tokens/, /,"scopes":\[[^\]]+\]/, '')),
  mutant('S5-3', 'ignores the expiry of a token', rewritingRequest(/^POST \/tokens/, /,"expires_in":\d+/, '')),
  mutant(
    'S5-4',
    'returns the owner’s role to every user',
    rewritingAnswer(/^GET \/me/, /"role":"\w+"/, '"role":"owner"'),
  ),
  mutant('S5-5', 'shows secrets again', rewritingAnswer(/^GET \/tokens/, /"prefix":/g, '"token":"srt_1","prefix":')),
  mutant('S5-6', 'does not check scopes', asOwner(/^GET \/users/)),
  mutant('S5-8', 'explains without a target', changingStatus(/explain/, 400, 200)),
  mutant('S5-8', 'explains a denial as allowed', rewritingAnswer(/explain/, /"effect":"deny"/, '"effect":"allow"')),
  mutant(
    'S6-events',
    'records denials as allowed',
    rewritingAnswer(/audit/, /"outcome":"denied"/g, '"outcome":"allowed"'),
  ),
  mutant('I4-log', 'shows the whole log to every reader', asOwner(/^GET \/audit-events/)),
  mutant('I4-openings', 'reports to every user', asOwner(/^GET \/audit-events\/openings/)),
  mutant('I4-openings', 'counts an opening twice', rewritingAnswer(/openings/, /"count":1,/g, '"count":2,')),
  mutant('I4-follow', 'shows the whole log to every reader', asOwner(/^GET \/audit-events\/follow/)),
  mutant('I4-follow', 'follows from another position', rewritingPath(/follow/, /position=/, 'position=1')),
  mutant('I4-follow', 'does not wait', rewritingPath(/follow/, /&wait=5/, '')),
  mutant('I8-webhooks', 'lets every user make webhooks', asOwner(/^POST \/webhooks$/)),
  mutant('I8-webhooks', 'lets every user make those of a room', asOwner(/^POST \/webhooks$/)),
  mutant('I8-webhooks', 'lists webhooks of owners for domain admins', asOwner(/^GET \/webhooks(?:\?|$)/)),
  mutant('I8-webhooks', 'lets a domain admin move webhooks of owners', asOwner(/^PATCH \/webhooks/)),
  mutant('I8-webhooks', 'sends events of every room to domain admins', asOwner(/^POST \/webhooks\/[^/]+\/deliveries$/)),
  mutant('I8-webhooks', 'changes no address', rewritingAnswer(/^PATCH \/webhooks/, /\/moved/, '')),
  mutant('I8-webhooks', 'keeps the secret', rewritingAnswer(/rotate-secret/, /"secret":"[^"]*"/, '"secret":"whsec_x"')),
  mutant(
    'I8-webhooks',
    'calls addresses of the machine',
    rewritingAnswer(/deliveries/, /"fault":"address_refused"/, '"fault":"unreachable"'),
  ),
  mutant(
    'I8-notifications',
    'shows the choices of a room to every user',
    asOwner(/^GET \/rooms\/[^/]+\/notifications$/),
  ),
  mutant(
    'I8-notifications',
    'takes the choice of a room for that of all',
    rewritingPath(/^PATCH \/rooms\/[^/]+\/notifications$/, /rooms\/[^/]+/, 'me'),
  ),
  mutant(
    'I8-favourites',
    'shows favourites to every user',
    rewritingAnswer(/^GET \/rooms/, /"favourite":false/g, '"favourite":true'),
  ),
  mutant('I8-favourites', 'shows the activity that the owner sees', asOwner(/^GET \/rooms\?last_activity/)),
  mutant(
    'I8-visits',
    'shows the visit of the owner to every member',
    rewritingAnswer(/^GET \/rooms/, /"seen_file_count":null/g, '"seen_file_count":1'),
  ),
  mutant('I8-visits', 'shows days of visits to every member', asOwner(/^GET \/rooms\/[^/]+\/members/)),
  mutant('I8-service', 'names no limits', rewritingAnswer(/^GET \/service/, /"limits"/, '"bounds"')),
  mutant('I8-key-grant', 'grants the key of a hidden file', asOwner(/^POST \/files\/[^/]+\/key-grant/)),
  mutant('I8-key-grant', 'omits key_grant', rewritingAnswer(/download-url/, /"key_grant":null,/, '')),
  mutant('I8-upload-parts', 'shows the parts of a hidden upload', asOwner(/^POST \/files\/[^/]+\/upload-parts/)),
  mutant('I8-upload-parts', 'omits part_size', rewritingAnswer(/upload-url/, /"part_size":null/, '"x":null')),
  mutant('I8-key-person', 'lets every user unlink others', asOwner(/^DELETE \/users\/[^/]+\/key-person/)),
  mutant('I8-identity', 'lets every user unlink others', asOwner(/^DELETE \/users\/[^/]+\/identity/)),
  mutant(
    'I8-second-factor',
    'lets every user remove those of others',
    asOwner(/^DELETE \/users\/[^/]+\/second-factor/),
  ),
  mutant(
    'I8-second-factor',
    'shows the recovery codes to no one',
    rewritingAnswer(/second-factor$/, /"recovery_codes":\[[^\]]+\]/, '"recovery_codes":[]'),
  ),
  mutant('I8-erase', 'lets every user erase', asOwner(/erase$/)),
  mutant('I8-erase', 'keeps the name', rewritingAnswer(/^GET \/users\//, /"name":"erased user"/, '"name":"Ada"')),
  mutant('I4-proof', 'gives the log with its proofs to every user', asOwner(/^GET \/audit\/export/)),
  mutant('I4-proof', 'proves events of a room to every user', asOwner(/^GET \/audit-events\/[^/]+\/proof/)),
  mutant('I4-proof', 'signs nothing', rewritingAnswer(/audit\/checkpoint/, /^\u2014 \S+ .*$/gm, '')),
  mutant('I4-log', 'omits total_is_exact', rewritingAnswer(/audit/, /"total_is_exact":true,/, '')),
  mutant(
    'I4-shares',
    'shows the secret of a link',
    rewritingAnswer(/^GET \/shares/, /"file_id":/, '"token":"srl_1","file_id":'),
  ),
  mutant(
    'I8-resume',
    'finishes a download with the redemption of another link',
    changingStatus(/^POST \/shares\/by-token\/[^/]+\/resume/, 410, 200),
  ),
  mutant(
    'I8-packages',
    'releases the key of a file of a package again',
    rewritingAnswer(/^POST \/shares\/by-token/, /"version":1\}/g, '"version":1,"wrapped_dek":"AAAA"}'),
  ),
  mutant(
    'I8-packages',
    'takes the redemption of another package',
    changingStatus(/^POST \/shares\/by-token\/[^/]+\/download/, 400, 200),
  ),
  mutant(
    'I8-packages',
    'shows the files of a package to everybody',
    changingStatus(/^GET \/shares\/[^/]+\/files/, 404, 200),
  ),
  mutant('I8-packages', 'lists packages unasked', rewritingPath(/^GET \/rooms\/[^/]+\/shares$/, /$/, '?kind=all')),
  mutant(
    'I8-upload-requests',
    'takes a key that is sealed for another request',
    changingStatus(/^POST \/upload-requests\/by-token\/[^/]+\/confirm/, 400, 200),
  ),
  mutant('I8-upload-requests', 'shows items that wait to every member', asOwner(/^GET \/rooms\/[^/]+\/inbox$/)),
  mutant(
    'I8-upload-requests',
    'shows the secret of a request again',
    rewritingAnswer(/^GET \/upload-requests\/[^/]+$/, /"status":"active"/, '"status":"active","token":"srq_x"'),
  ),
  mutant(
    'I8-upload-requests',
    'takes more files than were asked for',
    changingStatus(/^POST \/upload-requests\/by-token\/[^/]+\/upload-url/, 410, 200),
  ),
  mutant('I4-shares', 'shows the links of a room to viewers', changingStatus(/^GET \/rooms\/[^/]+\/shares/, 403, 200)),
  mutant('I4-receipts', 'lists every receipt to every user', asOwner(/^GET \/destruction-receipts$/)),
  mutant('I8-outside', 'shows every user to external ones', asOwner(/^GET \/users\/[^/]+$/)),
  mutant('I8-outside', 'lists every user to external ones', asOwner(/^GET \/users$/)),
  mutant('I8-outside', 'shows org units to external users', asOwner(/^GET \/org-units/)),
  mutant('I8-outside', 'lets everyone rename everyone', changingStatus(/^PATCH \/users\/[^/]+$/, 403, 200)),
  mutant(
    'I8-may',
    'offers archiving to everybody',
    rewritingAnswer(/^GET \/rooms\/[^/]+$/, /"may":\[/, '"may":["room.archive",'),
  ),
  mutant('I8-may', 'offers nothing', rewritingAnswer(/^GET \/rooms\/[^/]+$/, /"may":\[[^\]]*\]/, '"may":[]')),
  mutant(
    'I8-may',
    'explains that a member cannot be removed',
    rewritingAnswer(
      /explain/,
      /"effect":"allow","action":"room.members.remove"/,
      '"effect":"deny","action":"room.members.remove"',
    ),
  ),
  mutant(
    'I8-packages',
    'leaves packages out of the links of their files',
    rewritingPath(/^GET \/files\/[^/]+\/shares/, /kind=\w+/, ''),
  ),
  mutant('I8-visibility', 'counts hidden members', rewritingAnswer(/members$/, /"total":2/, '"total":3')),
  mutant(
    'I8-visibility',
    'shows every member where members see those of their groups',
    rewritingRequest(/^PATCH \/rooms\/[^/]+$/, /"member_visibility":"groups"/, '"member_visibility":"everyone"'),
  ),
  mutant(
    'I8-visibility',
    'hides members of the own group',
    rewritingRequest(/^PATCH \/rooms\/[^/]+$/, /"member_visibility":"groups"/, '"member_visibility":"owners"'),
  ),
  mutant(
    'I8-visibility',
    'shows each other the members of a group that says no',
    rewritingRequest(/groups$/, /,"members_see_each_other":false/, ''),
  ),
  mutant(
    'I8-visibility',
    'lets the members of a group see each other for good',
    rewritingRequest(/^PATCH .*groups\/[^/]+$/, /"members_see_each_other":false/, '"members_see_each_other":true'),
  ),
  mutant('I8-visibility', 'reveals a hidden member', changingStatus(/^DELETE \/rooms\/[^/]+\/members/, 404, 403)),
  mutant('I8-visibility', 'shows links of hidden members', changingStatus(/^GET \/shares\/[^/]+$/, 404, 200)),
  mutant('I8-member-end', 'forgets the end', rewritingRequest(/members$/, /,"expires_at":"[^"]*"/, '')),
  mutant(
    'I8-member-end',
    'does not say what is over',
    rewritingAnswer(/members$/, /"expired":true/, '"expired":false'),
  ),
  mutant(
    'I8-sessions',
    'marks no session as current',
    rewritingAnswer(/sessions$/, /"current":true/, '"current":false'),
  ),
  mutant('I8-sessions', 'lists sessions to limited tokens', changingStatus(/^GET \/me\/sessions/, 403, 200)),
  mutant('I8-device-code', 'takes an API token for a session', changingStatus(/device-logins\/allow$/, 403, 200)),
  mutant('I8-device-code', 'never says to slow down', changingStatus(/device-logins\/token$/, 429, 400)),
  mutant('I8-device-code', 'gives the session to who asks first', changingStatus(/device-logins\/token$/, 400, 201)),
  mutant(
    'I8-sessions-of-others',
    'shows addresses to every administrator',
    rewritingAnswer(/^GET \/users\/[^/]+\/sessions/, /"ip":null/, '"ip":"192.0.2.7"'),
  ),
  mutant(
    'I8-sessions-of-others',
    'does not end them',
    pretending(/^DELETE \/users\/[^/]+\/sessions$/, 200, () => '{"data":{"ended":1}}'),
  ),
  mutant('I8-rooms-of-person', 'shows them to every user', asOwner(/^GET \/users\/[^/]+\/rooms/)),
  mutant(
    'I8-rooms-of-person',
    'counts rooms above the clearance of the reader',
    rewritingAnswer(/^GET \/users\/[^/]+\/rooms/, /"total":1/, '"total":2'),
  ),
  mutant(
    'I8-cookie-sessions',
    'takes cookies from pages of other sites',
    settingRequestHeader(/^GET \/me$/, 'Sec-Fetch-Site', 'same-origin'),
  ),
  mutant(
    'I8-cookie-sessions',
    'takes cookies without the header of its pages',
    settingRequestHeader(/^GET \/me$/, 'X-Strongroom', '1'),
  ),
  mutant('I8-cookie-sessions', 'shows the cookie to scripts', {
    answered: (answer) => ({ ...answer, headers: answer.headers.map((text) => text.replace('; HttpOnly', '')) }),
  }),
  mutant('I8-cookie-sessions', 'leaves the cookie at sign-out', settingHeader(/^DELETE \/sessions/, 'Set-Cookie')),
  mutant('I8-find-invitation', 'says nothing of its end', changingStatus(/invitations\/find$/, 410, 404)),
  mutant('I8-uninvite', 'revokes what is revoked', changingStatus(/invitation$/, 404, 200)),
  mutant('I8-room-invitations', 'lets every member invite', changingStatus(/invitations$/, 403, 200)),
  mutant(
    'I8-room-invitations',
    'makes them members of the organisation',
    rewritingAnswer(/^GET \/me$/, /"external":true/, '"external":false'),
  ),
  mutant('I8-folders', 'counts hidden files', rewritingAnswer(/folders$/, /"file_count":1/, '"file_count":2')),
  mutant('I8-find-rooms', 'ignores the words', rewritingPath(/^GET \/rooms\?/, /q=[^&]*&?/, '')),
  mutant('I7-objects', 'ignores byte ranges', settingRequestHeader(/^GET \/blobs/, 'Range')),
];
