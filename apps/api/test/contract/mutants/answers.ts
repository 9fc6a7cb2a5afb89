import type { Alteration, Sent } from '../../support/altering-proxy.ts';
import {
  ALL,
  changingStatus,
  mutant,
  rewritingAnswer,
  rewritingPath,
  rewritingRequest,
  type ServiceMutant,
  settingHeader,
} from './alter.ts';

/** Reverses the items of lists. */
const reversing = (calls: RegExp): Alteration => ({
  answered: (answer, sent) => {
    const text = answer.body.toString();
    if (sent.method !== 'GET' || !calls.test(sent.path.slice('/api/v1'.length)) || !text.includes('"meta"'))
      return answer;
    const { data, meta } = JSON.parse(text) as { data: readonly unknown[]; meta: unknown };
    return { ...answer, body: Buffer.from(JSON.stringify({ data: data.toReversed(), meta })) };
  },
});

/** Removes events of some types from the log. */
const unrecorded = (types: RegExp): Alteration => ({
  answered: (answer, sent) => {
    const text = answer.body.toString();
    if (!sent.path.includes('/audit-events?') || !text.includes('"meta"')) return answer;
    const { data, meta } = JSON.parse(text) as { data: readonly { type: string }[]; meta: object };
    const kept = data.filter(({ type }) => !types.test(type));
    return { ...answer, body: Buffer.from(JSON.stringify({ data: kept, meta: { ...meta, total: kept.length } })) };
  },
});

/** Sends the reset time one second early, as if it was rounded down. */
const roundingDown: Alteration = {
  answered: (answer) => {
    const at = answer.headers.findIndex((name) => name.toLowerCase() === 'x-ratelimit-reset') + 1;
    return {
      ...answer,
      headers: answer.headers.map((value, index) => (index === at && at > 0 ? `${Number(value) - 1}` : value)),
    };
  },
};

/** Also serves the interface under another path. */
const alsoAt = (from: RegExp, to: string): Alteration => ({
  sent: (sent: Sent) => ({ ...sent, path: sent.path.replace(from, to) }),
});

/** Further breaks of rows about conventions, pagination, events, errors, limits and versioning. */
export const answerMutants: readonly ServiceMutant[] = [
  mutant('S1-base', 'also serves paths without the prefix', alsoAt(/^\/(me|rooms)/, '/api/v1/$1')),
  mutant('S9-prefix', 'serves any version', alsoAt(/^\/api\/v2/, '/api/v1')),
  mutant('S1-json', 'accepts unknown fields', rewritingRequest(/^POST \/rooms$/, /,"colour":"red"/, '')),
  mutant('S1-json', 'exports an array', settingHeader(/export/, 'Content-Type', 'application/json')),
  mutant('S1-timestamps', 'returns local times', rewritingAnswer(/^GET \/users/, /(_at":"[^"]+)Z"/g, '$1+01:00"')),
  mutant(
    'S1-timestamps',
    'returns times an hour late',
    rewritingAnswer(/^GET \/rooms/, /("created_at":"20)../g, '$101'),
  ),
  mutant(
    'S1-uuids',
    'returns ids in upper case',
    rewritingAnswer(/^GET \/tokens/, /"id":"[^"]+"/g, (id) => id.toUpperCase().replace('ID', 'id')),
  ),
  mutant(
    'S1-uuids',
    'accepts ids of users in any letter case',
    rewritingPath(/^GET \/users\/./, /[^/]+$/, (id) => id.toLowerCase()),
  ),
  mutant('S2-meta.page', 'numbers pages from zero', rewritingAnswer(/^GET/, /"meta":\{"page":1/, '"meta":{"page":0')),
  mutant('S2-meta.page', 'numbers the pages of a cursor', rewritingAnswer(/cursor=/, /"page":null/, '"page":2')),
  mutant('S2-meta.per_page', 'shows the default size', rewritingAnswer(/^GET/, /"per_page":\d+/, '"per_page":50')),
  mutant('S2-meta.total', 'counts only the items of a page', rewritingAnswer(/cursor=/, /"total":\d+/, '"total":2')),
  mutant('S2-meta.total', 'counts foreign rooms', rewritingAnswer(/^GET \/rooms$/, /"total":0/, '"total":3')),
  mutant('S2-meta.total', 'counts one too many', rewritingAnswer(/^GET \/org-units\?/, /"total":(\d)/, '"total":1$1')),
  mutant(
    'S2-room-roles',
    'accepts any role',
    rewritingRequest(/members$/, /"role":"(admin|Owner|)"/, '"role":"viewer"'),
  ),
  mutant('S2-org-roles', 'refuses invitations with 400', changingStatus(/^POST \/users\/invite$/, 201, 400)),
  mutant('S4-pagination', 'lists the oldest rooms first', reversing(/^\/rooms(\?|$)/)),
  mutant('S4-pagination', 'lists the oldest files first', reversing(/\/files$/)),
  mutant('S4-pagination', 'lists the oldest users first', reversing(/^\/users$/)),
  mutant('S4-pagination', 'lists the oldest tokens first', reversing(/tokens$/)),
  mutant('S4-pagination', 'lists the oldest links first', reversing(/shares$/)),
  mutant('S4-pagination', 'lists the oldest events first', reversing(/^\/audit-events$/)),
  mutant('S4-pagination', 'lists the oldest units first', reversing(/org-units$/)),
  mutant('S4-pagination', 'lists overseen rooms by age', reversing(/^\/oversight/)),
  mutant('S4-pagination', 'lists members in another order', reversing(/members$/)),
  mutant('S4-cursor', 'accepts a cursor of another list', rewritingPath(/^GET \/users\?cursor/, /\?.*/, '')),
  mutant('S4-cursor', 'starts again with each cursor', rewritingPath(/^GET \/rooms.*cursor=/, /&cursor=.*/, '&page=1')),
  mutant('S4-responses', 'answers a removal without a body', changingStatus(/^DELETE .*members/, 200, 204)),
  mutant('S6-events', 'does not record that a room was archived', unrecorded(/^room\.archived$/)),
  mutant('S6-events', 'does not record revoked tokens', unrecorded(/^token\.revoked$/)),
  mutant('S6-events', 'does not record denials', unrecorded(/^access\.denied$/)),
  mutant('S7-message', 'has no message', rewritingAnswer(ALL, /"message":"[^"]+"/g, '"message":""')),
  mutant('S7-status', 'returns the status as a string', rewritingAnswer(ALL, /"status":(4\d\d)/g, '"status":"$1"')),
  mutant('S8-rate', 'does not count calls without a token', settingHeader(/openapi/, 'X-RateLimit-Remaining', '999')),
  mutant('S8-exceeded', 'has another code beyond the rate', rewritingAnswer(ALL, /RATE_LIMIT_EXCEEDED/, 'TOO_MANY')),
  mutant('S8-header-remaining', 'omits the header', settingHeader(/^GET \/x/, 'X-RateLimit-Remaining')),
  mutant('S8-header-limit', 'sends another limit', settingHeader(/^GET \/x/, 'X-RateLimit-Limit', '100')),
  mutant('S8-header-reset', 'rounds the reset time down', roundingDown),
  mutant(
    'S8-per-page',
    'returns 100 items by default',
    rewritingAnswer(/^GET \/users$/, /"per_page":50/, '"per_page":100'),
  ),
  mutant(
    'I1-requests',
    'has one limit for all bodies',
    rewritingAnswer(/sessions/, /PAYLOAD_TOO_LARGE/, 'VALIDATION_ERROR'),
  ),
  mutant('I1-requests', 'requires a body for an operation without one', changingStatus(/archive$/, 200, 400)),
  mutant(
    'I1-requests',
    'answers a malformed path with another code',
    rewritingAnswer(ALL, /BAD_REQUEST/, 'VALIDATION_ERROR'),
  ),
  mutant(
    'I1-requests',
    'does not answer long headers in JSON',
    rewritingAnswer(ALL, /^.*HEADERS_TOO_LARGE.*$/, 'Too large'),
  ),
];
