import type { Alteration } from '../../support/altering-proxy.ts';
import {
  changingStatus,
  mutant,
  rewritingAnswer,
  rewritingPath,
  rewritingRequest,
  type ServiceMutant,
  settingRequestHeader,
} from './alter.ts';

/** Repeats the first successful answer of each call. */
const remembering = (calls: RegExp): Alteration => {
  const first = new Map<string, Buffer>();
  return {
    answered: (answer, { method, path }) => {
      const key = `${method} ${path}`;
      if (!calls.test(key.replace('/api/v1', '')) || answer.status >= 300) return answer;
      const body = first.get(key) ?? answer.body;
      first.set(key, body);
      return { ...answer, body };
    },
  };
};

/** Adds a field to bodies without it. */
const adding = (calls: RegExp, field: string, value: string): Alteration => ({
  sent: (sent) => {
    const text = sent.body.toString();
    const isMeant = calls.test(`${sent.method} ${sent.path.replace('/api/v1', '')}`) && !text.includes(`"${field}"`);
    return isMeant && text.startsWith('{"')
      ? { ...sent, body: Buffer.from(`{"${field}":${value},${text.slice(1)}`) }
      : sent;
  },
});

/** Further breaks of rows about states, operations and authentication. */
export const stateMutants: readonly ServiceMutant[] = [
  mutant(
    'S3-deactivate',
    'keeps the memberships of units',
    rewritingAnswer(/^GET \/org-units\/[^/]+\/members/, /"data":\[\]/, '"data":[{}]'),
  ),
  mutant(
    'S3-deactivate',
    'keeps open invitations',
    rewritingAnswer(/accept$/, /INVITATION_REVOKED/, 'INVITATION_USED'),
  ),
  mutant('S3-deactivate', 'keeps passwords', changingStatus(/^POST \/sessions/, 401, 201)),
  mutant('S3-reactivate', 'keeps the user out', changingStatus(/^POST \/sessions/, 201, 401)),
  mutant(
    'S3-names',
    'renames the state of an archived room',
    rewritingAnswer(/rooms/, /"status":"archived"/g, '"status":"closed"'),
  ),
  mutant(
    'S3-names',
    'renames the state of an invited user',
    rewritingAnswer(/users/, /"status":"invited"/g, '"status":"new"'),
  ),
  mutant(
    'S3-upload',
    'renames the state of a confirmed file',
    rewritingAnswer(/files/, /"status":"available"/g, '"status":"ready"'),
  ),
  mutant(
    'S3-invite',
    'ends an invitation after a day',
    rewritingAnswer(/invite$/, /("invitation":\{.*"expires_at":"20)../, '$120'),
  ),
  mutant(
    'S8-invitation',
    'ends an invitation a year later',
    rewritingAnswer(/invite$/, /("invitation":\{.*"expires_at":"20)../, '$199'),
  ),
  mutant('S3-delete', 'lists deleted rooms', rewritingAnswer(/^GET \/oversight/, /"data":\[\]/, '"data":[{}]')),
  mutant('S3-delete', 'still lists a deleted room', rewritingAnswer(/^GET \/rooms$/, /"data":\[\]/, '"data":[{}]')),
  mutant(
    'S4-rooms-list',
    'lists rooms above the clearance',
    rewritingAnswer(/^GET \/rooms$/, /"total":2/, '"total":3'),
  ),
  mutant('S4-download-procedure', 'serves other bytes', rewritingAnswer(/blobs/, /^[^{]/, 'x')),
  mutant(
    'S4-files-confirm',
    'lets an upload replace a confirmed file',
    rewritingAnswer(/^GET .*blobs/, /hello/, 'other'),
  ),
  mutant('S4-files-upload-url', 'labels files C1 by default', adding(/upload-url$/, 'classification', '"C1"')),
  mutant(
    'S4-users-list',
    'does not list deactivated users',
    rewritingAnswer(/^GET \/users$/, /"total":5/, '"total":4'),
  ),
  mutant(
    'S4-users-invite',
    'answers for the old link like for an unknown one',
    rewritingAnswer(/accept$/, /INVITATION_REVOKED/, 'INVITATION_NOT_FOUND'),
  ),
  mutant(
    'S4-users-invite',
    'lets the next mail follow at once',
    rewritingAnswer(/invite$/, /"next_mail_at":"[^"]+"/, '"next_mail_at":"2020-01-01T00:00:00Z"'),
  ),
  mutant(
    'S4-users-invite',
    'lets a link work twice',
    rewritingAnswer(/accept$/, /INVITATION_USED/, 'INVITATION_REVOKED'),
  ),
  mutant(
    'I8-email',
    'changes an address after one confirmation',
    rewritingAnswer(/email-changes.confirm$/, /"changed":false/, '"changed":true'),
  ),
  mutant('S4-users-reactivate', 'restores memberships', rewritingAnswer(/^GET \/rooms$/, /"data":\[\]/, '"data":[{}]')),
  mutant('S4-users-role', 'accepts any role', rewritingRequest(/role$/, /"role":"(admin|viewer|)"/, '"role":"member"')),
  mutant('S4-users-role', 'refuses every change of role', changingStatus(/role$/, 200, 409)),
  mutant('S5-1', 'requires a token for the OpenAPI document', changingStatus(/openapi/, 200, 401)),
  mutant('S5-1', 'refuses a wrong token at a link', changingStatus(/^GET .*by-token/, 200, 401)),
  mutant('S5-2', 'has no page for tokens', changingStatus(/settings\/tokens/, 200, 404)),
  mutant('S5-3', 'expires tokens after 30 days', adding(/^POST \/tokens$/, 'expires_in', '2592000')),
  mutant(
    'S5-3',
    'grants by scope instead of by role',
    rewritingAnswer(/invite$/, /INSUFFICIENT_ROLE/, 'USER_ALREADY_EXISTS'),
  ),
  mutant('S5-6', 'requires another scope', rewritingAnswer(/openapi/, /read:users/g, 'read:user')),
  mutant('S2-org-unit', 'has no limit of depth', rewritingAnswer(/org-units/, /LIMIT_REACHED/, 'ORG_UNIT_NOT_FOUND')),
  mutant('S4-files-share', 'counts no downloads', rewritingAnswer(/by-token/, /"remaining":1/, '"remaining":2')),
  mutant(
    'I2-visibility',
    'shows files above the clearance',
    rewritingAnswer(/^GET \/rooms$/, /"file_count":0/, '"file_count":1'),
  ),
  mutant(
    'I4-shares',
    'answers a revoked link as expired',
    rewritingAnswer(/by-token/, /SHARE_REVOKED/, 'SHARE_EXPIRED'),
  ),
  mutant('I4-idempotency', 'replays a session', remembering(/^POST \/sessions/)),
  mutant('I4-idempotency', 'accepts an invitation twice', changingStatus(/accept$/, 410, 200)),
  mutant('I4-idempotency', 'replays without checking permissions', changingStatus(/upload-url$/, 404, 200)),
  mutant('S1-json', 'returns JSON lines without a time', rewritingAnswer(/export/, /occurred_at/g, 'at')),
  mutant(
    'S1-uuids',
    'accepts ids of files in any letter case',
    rewritingPath(/^GET \/files\/./, /[^/]+$/, (id) => id.toLowerCase()),
  ),
  mutant('S7-1', 'answers a hidden link with 401', settingRequestHeader(/^GET \/shares/, 'Authorization')),
];
