import type { Alteration } from '../../support/altering-proxy.ts';
import { answering, hearing, leading, mutant, type ServiceMutant, telling, unheard } from './alter.ts';

/** Shows again what one kind of call showed first, whatever has happened since. */
const remembering = (calls: RegExp): Alteration => {
  const first = new Map<string, Buffer>();
  return {
    told: (told, { method, path }) => {
      const key = `${method} ${path}`;
      if (!calls.test(key.replace('/api/v1', '')) || told.status >= 300) return told;
      const body = first.get(key) ?? told.body;
      first.set(key, body);
      return { ...told, body };
    },
  };
};

/** Makes a body longer or shorter where it holds none of a field. */
const adding = (calls: RegExp, field: string, value: string): Alteration => ({
  sent: (sent) => {
    const text = sent.body.toString();
    const isMeant = calls.test(`${sent.method} ${sent.path.replace('/api/v1', '')}`) && !text.includes(`"${field}"`);
    return isMeant && text.startsWith('{"')
      ? { ...sent, body: Buffer.from(`{"${field}":${value},${text.slice(1)}`) }
      : sent;
  },
});

/** Sections 3 to 5 of the specification: what further tests of a row must notice. */
export const stateMutants: readonly ServiceMutant[] = [
  mutant(
    'S3-deactivate',
    'keeps the memberships of units',
    telling(/^GET \/org-units\/[^/]+\/members/, /"data":\[\]/, '"data":[{}]'),
  ),
  mutant('S3-deactivate', 'keeps open invitations', telling(/accept$/, /INVITATION_REVOKED/, 'INVITATION_USED')),
  mutant('S3-deactivate', 'keeps passwords', answering(/^POST \/sessions/, 401, 201)),
  mutant('S3-reactivate', 'keeps the user out', answering(/^POST \/sessions/, 201, 401)),
  mutant('S3-names', 'calls an archived room closed', telling(/rooms/, /"status":"archived"/g, '"status":"closed"')),
  mutant('S3-names', 'calls an invited user new', telling(/users/, /"status":"invited"/g, '"status":"new"')),
  mutant('S3-upload', 'calls a confirmed file ready', telling(/files/, /"status":"available"/g, '"status":"ready"')),
  mutant(
    'S3-invite',
    'ends an invitation after a day',
    telling(/invite$/, /("invitation":\{.*"expires_at":"20)../, '$120'),
  ),
  mutant(
    'S8-invitation',
    'ends an invitation a year later',
    telling(/invite$/, /("invitation":\{.*"expires_at":"20)../, '$199'),
  ),
  mutant('S3-delete', 'lists deleted rooms', telling(/^GET \/oversight/, /"data":\[\]/, '"data":[{}]')),
  mutant('S3-delete', 'still lists a deleted room', telling(/^GET \/rooms$/, /"data":\[\]/, '"data":[{}]')),
  mutant('S4-rooms-list', 'lists rooms above the clearance', telling(/^GET \/rooms$/, /"total":2/, '"total":3')),
  mutant('S4-download-procedure', 'gives other bytes', telling(/blobs/, /^[^{]/, 'x')),
  mutant('S4-files-confirm', 'lets an upload replace a confirmed file', telling(/^GET .*blobs/, /hello/, 'other')),
  mutant('S4-files-upload-url', 'labels files C1', adding(/upload-url$/, 'classification', '"C1"')),
  mutant('S4-users-list', 'leaves deactivated users out', telling(/^GET \/users$/, /"total":5/, '"total":4')),
  mutant('S4-users-invite', 'keeps the old link', telling(/accept$/, /INVITATION_REVOKED/, 'INVITATION_NOT_FOUND')),
  mutant('S4-users-invite', 'lets a link work twice', telling(/accept$/, /INVITATION_USED/, 'INVITATION_REVOKED')),
  mutant('S4-users-reactivate', 'gives memberships back', telling(/^GET \/rooms$/, /"data":\[\]/, '"data":[{}]')),
  mutant('S4-users-role', 'takes any role', hearing(/role$/, /"role":"(admin|viewer|)"/, '"role":"member"')),
  mutant('S4-users-role', 'lets no owner go', answering(/role$/, 200, 409)),
  mutant('S5-1', 'keeps its description to itself', answering(/openapi/, 200, 401)),
  mutant('S5-1', 'does not ignore a wrong token at a link', answering(/^GET .*by-token/, 200, 401)),
  mutant('S5-2', 'has no page for tokens', answering(/settings\/tokens/, 200, 404)),
  mutant('S5-3', 'lets tokens live 30 days', adding(/^POST \/tokens$/, 'expires_in', '2592000')),
  mutant('S5-3', 'lets a scope stand in for a role', telling(/invite$/, /INSUFFICIENT_ROLE/, 'USER_ALREADY_EXISTS')),
  mutant('S5-6', 'asks for another scope', telling(/openapi/, /read:users/g, 'read:user')),
  mutant('S2-org-unit', 'has no limit of depth', telling(/org-units/, /LIMIT_REACHED/, 'ORG_UNIT_NOT_FOUND')),
  mutant('S4-files-share', 'counts no downloads', telling(/by-token/, /"remaining":1/, '"remaining":2')),
  mutant(
    'I2-visibility',
    'shows files above the clearance',
    telling(/^GET \/rooms$/, /"file_count":0/, '"file_count":1'),
  ),
  mutant('I4-shares', 'revives links with a membership', telling(/by-token/, /SHARE_REVOKED/, 'SHARE_EXPIRED')),
  mutant('I4-idempotency', 'repeats a session', remembering(/^POST \/sessions/)),
  mutant('I4-idempotency', 'takes an invitation twice', answering(/accept$/, 410, 200)),
  mutant('I4-idempotency', 'repeats without looking at rights', answering(/upload-url$/, 404, 200)),
  mutant('S1-json', 'gives JSON lines without a time', telling(/export/, /occurred_at/g, 'at')),
  mutant(
    'S1-uuids',
    'takes paths of files in any case',
    leading(/^GET \/files\/./, /[^/]+$/, (id) => id.toLowerCase()),
  ),
  mutant('S7-1', 'asks otherwise', unheard(/^GET \/shares/, 'Authorization')),
];
