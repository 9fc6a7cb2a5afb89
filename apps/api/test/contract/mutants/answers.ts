import type { Alteration, Sent } from '../../support/altering-proxy.ts';
import { ALL, answering, heading, hearing, leading, mutant, type ServiceMutant, telling } from './alter.ts';

/** Gives the items of some lists in the opposite order. */
const reversing = (calls: RegExp): Alteration => ({
  told: (told, sent) => {
    const text = told.body.toString();
    if (sent.method !== 'GET' || !calls.test(sent.path.slice('/api/v1'.length)) || !text.includes('"meta"'))
      return told;
    const { data, meta } = JSON.parse(text) as { data: readonly unknown[]; meta: unknown };
    return { ...told, body: Buffer.from(JSON.stringify({ data: data.toReversed(), meta })) };
  },
});

/** Leaves the events of some types out of the log. */
const unrecorded = (types: RegExp): Alteration => ({
  told: (told, sent) => {
    const text = told.body.toString();
    if (!sent.path.includes('/audit-events?') || !text.includes('"meta"')) return told;
    const { data, meta } = JSON.parse(text) as { data: readonly { type: string }[]; meta: object };
    const kept = data.filter(({ type }) => !types.test(type));
    return { ...told, body: Buffer.from(JSON.stringify({ data: kept, meta: { ...meta, total: kept.length } })) };
  },
});

/** Shows the end of the window a second early, as where it is rounded down. */
const roundingDown: Alteration = {
  told: (told) => {
    const at = told.headers.findIndex((name) => name.toLowerCase() === 'x-ratelimit-reset') + 1;
    return {
      ...told,
      headers: told.headers.map((value, index) => (index === at && at > 0 ? `${Number(value) - 1}` : value)),
    };
  },
};

/** Serves the interface under another path, too. */
const alsoAt = (from: RegExp, to: string): Alteration => ({
  sent: (sent: Sent) => ({ ...sent, path: sent.path.replace(from, to) }),
});

/** Sections 1, 2, 4, 6, 8 and 9 of the specification: what further tests of a row must notice. */
export const answerMutants: readonly ServiceMutant[] = [
  mutant('S1-base', 'also serves paths without the prefix', alsoAt(/^\/(me|rooms)/, '/api/v1/$1')),
  mutant('S9-prefix', 'serves any version', alsoAt(/^\/api\/v2/, '/api/v1')),
  mutant('S1-json', 'takes unknown fields', hearing(/^POST \/rooms$/, /,"colour":"red"/, '')),
  mutant('S1-json', 'exports an array', heading(/export/, 'Content-Type', 'application/json')),
  mutant('S1-timestamps', 'shows local times', telling(/^GET \/users/, /(_at":"[^"]+)Z"/g, '$1+01:00"')),
  mutant('S1-timestamps', 'is an hour late', telling(/^GET \/rooms/, /("created_at":"20)../g, '$101')),
  mutant(
    'S1-uuids',
    'gives ids in upper case',
    telling(/^GET \/tokens/, /"id":"[^"]+"/g, (id) => id.toUpperCase().replace('ID', 'id')),
  ),
  mutant(
    'S1-uuids',
    'takes ids of users in any letter case',
    leading(/^GET \/users\/./, /[^/]+$/, (id) => id.toLowerCase()),
  ),
  mutant('S2-meta.page', 'numbers pages from zero', telling(/^GET/, /"meta":\{"page":1/, '"meta":{"page":0')),
  mutant('S2-meta.page', 'numbers the pages of a cursor', telling(/cursor=/, /"page":null/, '"page":2')),
  mutant('S2-meta.per_page', 'shows the default size', telling(/^GET/, /"per_page":\d+/, '"per_page":50')),
  mutant('S2-meta.total', 'counts a page', telling(/cursor=/, /"total":\d+/, '"total":2')),
  mutant('S2-meta.total', 'counts rooms of others', telling(/^GET \/rooms$/, /"total":0/, '"total":3')),
  mutant('S2-meta.total', 'counts one too many', telling(/^GET \/org-units\?/, /"total":(\d)/, '"total":1$1')),
  mutant('S2-room-roles', 'takes any role', hearing(/members$/, /"role":"(admin|Owner|)"/, '"role":"viewer"')),
  mutant('S2-org-roles', 'invites to five roles only', answering(/^POST \/users\/invite$/, 201, 400)),
  mutant('S4-pagination', 'lists the oldest rooms first', reversing(/^\/rooms(\?|$)/)),
  mutant('S4-pagination', 'lists the oldest files first', reversing(/\/files$/)),
  mutant('S4-pagination', 'lists the oldest users first', reversing(/^\/users$/)),
  mutant('S4-pagination', 'lists the oldest tokens first', reversing(/tokens$/)),
  mutant('S4-pagination', 'lists the oldest links first', reversing(/shares$/)),
  mutant('S4-pagination', 'lists the oldest events first', reversing(/^\/audit-events$/)),
  mutant('S4-pagination', 'lists the oldest units first', reversing(/org-units$/)),
  mutant('S4-pagination', 'lists overseen rooms by age', reversing(/^\/oversight/)),
  mutant('S4-pagination', 'lists members in another order', reversing(/members$/)),
  mutant('S4-cursor', 'takes a cursor of another list', leading(/^GET \/users\?cursor/, /\?.*/, '')),
  mutant('S4-cursor', 'begins again with each cursor', leading(/^GET \/rooms.*cursor=/, /&cursor=.*/, '&page=1')),
  mutant('S4-responses', 'answers a removal with nothing', answering(/^DELETE .*members/, 200, 204)),
  mutant('S6-events', 'does not record that a room was archived', unrecorded(/^room\.archived$/)),
  mutant('S6-events', 'does not record revoked tokens', unrecorded(/^token\.revoked$/)),
  mutant('S6-events', 'does not record denials', unrecorded(/^access\.denied$/)),
  mutant('S7-message', 'has no message', telling(ALL, /"message":"[^"]+"/g, '"message":""')),
  mutant('S7-status', 'shows the status as a text', telling(ALL, /"status":(4\d\d)/g, '"status":"$1"')),
  mutant('S8-rate', 'counts each caller without a token alone', heading(/openapi/, 'X-RateLimit-Remaining', '999')),
  mutant('S8-exceeded', 'has another code beyond the rate', telling(ALL, /RATE_LIMIT_EXCEEDED/, 'TOO_MANY')),
  mutant('S8-header-remaining', 'has none', heading(/^GET \/x/, 'X-RateLimit-Remaining')),
  mutant('S8-header-limit', 'shows another limit', heading(/^GET \/x/, 'X-RateLimit-Limit', '100')),
  mutant('S8-header-reset', 'rounds down', roundingDown),
  mutant('S8-per-page', 'gives all on a page', telling(/^GET \/users$/, /"per_page":50/, '"per_page":100')),
  mutant('I1-requests', 'has one limit for all bodies', telling(/sessions/, /PAYLOAD_TOO_LARGE/, 'VALIDATION_ERROR')),
  mutant('I1-requests', 'asks for a body where none is needed', answering(/archive$/, 200, 400)),
  mutant('I1-requests', 'answers a malformed path otherwise', telling(ALL, /BAD_REQUEST/, 'VALIDATION_ERROR')),
  mutant('I1-requests', 'does not answer long headers in JSON', telling(ALL, /^.*HEADERS_TOO_LARGE.*$/, 'Too large')),
];
