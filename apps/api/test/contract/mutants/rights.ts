import type { Alteration } from '../../support/altering-proxy.ts';
import {
  answering,
  asOwner,
  heading,
  hearing,
  leading,
  mutant,
  type ServiceMutant,
  telling,
  unheard,
} from './alter.ts';

/** Says of a room that was made here that one is no member of it. */
function tellingHiddenRooms(): Alteration {
  const made = new Set<string>();
  return {
    told: (told, { path }) => {
      const id = /"data":\{"id":"([^"]+)"/.exec(told.body.toString())?.[1];
      if (told.status === 201 && id !== undefined) made.add(id);
      const hidden = told.status === 404 && made.has(path.split('/').at(4) ?? '');
      return hidden
        ? { ...told, body: Buffer.from(told.body.toString().replace(/"message":"[^"]*"/, '"message":"Not a member."')) }
        : told;
    },
  };
}

/** Sections 2 to 5: who may do and see what. */
export const rightMutants: readonly ServiceMutant[] = [
  mutant('S4-rooms-create', 'lets auditors make rooms', asOwner(/^POST \/rooms$/)),
  mutant('S4-rooms-create', 'does not tell the path of what it made', heading(/^POST \/rooms$/, 'Location')),
  mutant('S4-rooms-list', 'lists the rooms of others', (owner) => ({
    ...asOwner(/^GET \/rooms$/)(owner),
    sent: (sent) => {
      const meant = sent.method === 'GET' && sent.path === '/api/v1/rooms';
      const other = asOwner(/^GET \/rooms$/)(owner).sent?.(sent) ?? sent;
      return meant ? { ...other, path: '/api/v1/oversight/rooms' } : sent;
    },
  })),
  mutant('I2-visibility', 'shows a room to everybody', asOwner(/^GET \/rooms\/[^/]+$/)),
  mutant('I2-visibility', 'counts what one cannot see', telling(/^GET \/rooms$/, /"total":1/, '"total":2')),
  mutant('I2-oversight', 'shows all rooms to everybody', asOwner(/^GET \/oversight/)),
  mutant(
    'I2-oversight',
    'does not tell which are orphaned',
    telling(/oversight/, /"orphaned":true/, '"orphaned":false'),
  ),
  mutant('S7-1', 'tells that a hidden room is there', tellingHiddenRooms),
  mutant('S7-1', 'answers what is hidden with another status', answering(/^PATCH \/rooms/, 404, 403)),
  mutant('S3-upload', 'calls a pending file absent', telling(/files/, /UPLOAD_NOT_CONFIRMED/, 'FILE_NOT_FOUND')),
  mutant('S4-files-list', 'counts files one does not reach', telling(/files$/, /"total":1/, '"total":2')),
  mutant('S4-files-download-url', 'tells strangers of a file', answering(/download-url/, 404, 403)),
  mutant('S4-files-upload-url', 'does not look at the label', hearing(/upload-url/, /,"classification":"[^"]+"/, '')),
  mutant('S4-files-share', 'forgets the cap', hearing(/share$/, /,"max_downloads":2/, '')),
  mutant('S4-files-share', 'hides from viewers that they may not', answering(/share$/, 403, 404)),
  mutant('S5-7', 'hides from viewers that they may not', answering(/^DELETE \/files/, 403, 404)),
  mutant('S4-users-invite', 'lets everybody invite', asOwner(/^POST \/users\/invite/)),
  mutant('S4-users-list', 'finds everybody by any address', leading(/^GET \/users\?/, /\?.*/, '')),
  mutant('S4-users-role', 'lets everybody change roles', asOwner(/role$/)),
  mutant('S4-users-clearance', 'lets everybody set clearances', asOwner(/clearance$/)),
  mutant('S4-users-deactivate', 'lets everybody deactivate', asOwner(/deactivate$/)),
  mutant('S4-users-org-units', 'tells everybody the units of everybody', asOwner(/^GET \/users\/[^/]+\/org-units/)),
  mutant('S5-1', 'does not say how to sign in', heading(/./, 'WWW-Authenticate')),
  mutant('S5-1', 'lets in who shows nothing', asOwner(/^GET \/me/)),
  mutant('S5-3', 'forgets scopes', hearing(/^POST \/tokens/, /,"scopes":\[[^\]]+\]/, '')),
  mutant('S5-3', 'forgets when a token expires', hearing(/^POST \/tokens/, /,"expires_in":\d+/, '')),
  mutant('S5-4', 'tells everybody the owner’s role', telling(/^GET \/me/, /"role":"\w+"/, '"role":"owner"')),
  mutant('S5-5', 'tells secrets again', telling(/^GET \/tokens/, /"prefix":/g, '"token":"srt_1","prefix":')),
  mutant('S5-6', 'does not look at scopes', asOwner(/^GET \/users/)),
  mutant('S5-8', 'explains otherwise than it decides', telling(/explain/, /"effect":"deny"/, '"effect":"allow"')),
  mutant('S6-events', 'notes denials as done', telling(/audit/, /"outcome":"denied"/g, '"outcome":"allowed"')),
  mutant('I4-log', 'shows every reader the whole log', asOwner(/^GET \/audit-events/)),
  mutant('I4-log', 'does not say whether a total is exact', telling(/audit/, /"total_is_exact":true,/, '')),
  mutant(
    'I4-shares',
    'shows the secret of a link',
    telling(/^GET \/shares/, /"file_id":/, '"token":"srl_1","file_id":'),
  ),
  mutant('I7-objects', 'serves the whole for a part', unheard(/^GET \/blobs/, 'Range')),
];
