import type { Alteration } from '../../support/altering-proxy.ts';
import {
  asOwner,
  mutant,
  rewritingAnswer,
  rewritingPath,
  rewritingRequest,
  type ServiceMutant,
  settingHeader,
  settingRequestHeader,
} from './alter.ts';

/** Repeats the last answer of a path instead of 410. */
function oneTooMany(): Alteration {
  const last = new Map<string, Buffer>();
  return {
    answered: (answer, { path }) => {
      const body = last.get(path);
      if (answer.status === 410 && body !== undefined) return { ...answer, status: 200, body };
      if (answer.status === 200) last.set(path, answer.body);
      return answer;
    },
  };
}

/** Replays a created token with its secret. */
function repeatingSecrets(): Alteration {
  let first: string | undefined;
  return {
    answered: (answer, { method, path }) => {
      if (method !== 'POST' || path !== '/api/v1/tokens') return answer;
      const text = answer.body.toString();
      if (text.includes('"token":null') && first !== undefined) return { ...answer, body: Buffer.from(first) };
      first = text;
      return answer;
    },
  };
}

/** Breaks of pagination, limits and idempotency. */
export const limitMutants: readonly ServiceMutant[] = [
  mutant('S4-pagination', 'returns the first page for every page', rewritingPath(/^GET/, /page=\d+/, 'page=1')),
  mutant('S4-pagination', 'counts only the items of a page', rewritingAnswer(/page=2/, /"total":\d+/, '"total":2')),
  mutant(
    'S4-cursor',
    'ends each list with its first page',
    rewritingAnswer(/rooms/, /"next_cursor":"[^"]+"/, '"next_cursor":null'),
  ),
  mutant('S4-cursor', 'accepts a cursor together with a page', rewritingPath(/page=1&cursor/, /page=1&/, '')),
  mutant(
    'S8-per-page',
    'returns 1000 items on a page',
    rewritingAnswer(/per_page=1000/, /"per_page":100/, '"per_page":1000'),
  ),
  mutant('S8-per-page', 'accepts page 0', rewritingPath(/page=0/, /page=0/, 'page=1')),
  mutant('S8-per-page', 'accepts pages beyond 10 000 items', rewritingPath(/page=101/, /page=101/, 'page=100')),
  mutant(
    'I5-per-user',
    'answers the 31st room with another code',
    rewritingAnswer(/^POST \/rooms$/, /RATE_LIMIT_EXCEEDED/, 'TOO_MANY'),
  ),
  mutant('S8-rate', 'does not send Retry-After', settingHeader(/^GET \/classifications/, 'Retry-After')),
  mutant(
    'S8-bulk',
    'answers 101 items with another code',
    rewritingAnswer(/upload-urls/, /BULK_LIMIT_EXCEEDED/, 'VALIDATION_ERROR'),
  ),
  mutant('S8-bulk', 'accepts an empty list', rewritingRequest(/upload-urls/, /"items":\[\]/, '"items":[{}]')),
  mutant('S8-bulk-operations', 'charges each item', settingHeader(/\/bulk$/, 'X-RateLimit-Remaining', '7')),
  mutant(
    'S8-bulk-operations',
    'reveals that a file exists',
    rewritingAnswer(/bulk-download-urls/, /"status":404/g, '"status":403'),
  ),
  mutant('S8-bulk-operations', 'lets every user confirm', asOwner(/bulk-confirm/)),
  mutant('S8-bulk-operations', 'counts items from one', rewritingAnswer(/\/bulk$/, /"index":0/, '"index":1')),
  mutant('S8-upload', 'accepts one byte too many', rewritingRequest(/upload-url/, /104857601/, '104857600')),
  mutant('S8-iv', 'answers a wrong IV with another code', rewritingAnswer(/confirm/, /INVALID_IV/, 'VALIDATION_ERROR')),
  mutant('S8-bounds', 'accepts an expiry of a year and one second', rewritingRequest(/share$/, /31536001/, '31536000')),
  mutant(
    'S8-expires-in',
    'extends the life of links',
    rewritingRequest(/share$/, /"expires_in":1\b/, '"expires_in":60'),
  ),
  mutant('S8-max-downloads', 'allows one download too many', oneTooMany),
  mutant('S8-max-downloads', 'ignores the cap', rewritingRequest(/share$/, /,"max_downloads":3/, '')),
  mutant('I4-idempotency', 'ignores the key', settingRequestHeader(/^POST \/rooms$/, 'Idempotency-Key')),
  mutant('I4-idempotency', 'does not mark a replayed answer', settingHeader(/^POST/, 'Idempotency-Replayed')),
  mutant('I4-idempotency', 'replays a redeemed link without limit', oneTooMany),
  mutant('I4-idempotency', 'replays secrets', repeatingSecrets),
];
