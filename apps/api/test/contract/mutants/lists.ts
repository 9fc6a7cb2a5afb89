import type { Alteration } from '../../support/altering-proxy.ts';
import { heading, hearing, leading, mutant, type ServiceMutant, telling, unheard } from './alter.ts';

/** Gives the last answer again where the service says that no more is to be had. */
function oneTooMany(): Alteration {
  const last = new Map<string, Buffer>();
  return {
    told: (told, { path }) => {
      const body = last.get(path);
      if (told.status === 410 && body !== undefined) return { ...told, status: 200, body };
      if (told.status === 200) last.set(path, told.body);
      return told;
    },
  };
}

/** Repeats what was made with a token, secret and all. */
function repeatingSecrets(): Alteration {
  let first: string | undefined;
  return {
    told: (told, { method, path }) => {
      if (method !== 'POST' || path !== '/api/v1/tokens') return told;
      const text = told.body.toString();
      if (text.includes('"token":null') && first !== undefined) return { ...told, body: Buffer.from(first) };
      first = text;
      return told;
    },
  };
}

/** Section 4, "Pagination", and the limits of section 8. */
export const limitMutants: readonly ServiceMutant[] = [
  mutant('S4-pagination', 'gives the first page for each', leading(/^GET/, /page=\d+/, 'page=1')),
  mutant('S4-pagination', 'counts a page only', telling(/page=2/, /"total":\d+/, '"total":2')),
  mutant(
    'S4-cursor',
    'ends each list with its first page',
    telling(/rooms/, /"next_cursor":"[^"]+"/, '"next_cursor":null'),
  ),
  mutant('S4-cursor', 'takes a cursor beside a page', leading(/page=1&cursor/, /page=1&/, '')),
  mutant('S8-per-page', 'shows a thousand on a page', telling(/per_page=1000/, /"per_page":100/, '"per_page":1000')),
  mutant('S8-per-page', 'takes page 0', leading(/page=0/, /page=0/, 'page=1')),
  mutant('S8-rate', 'does not tell how long to wait', heading(/^GET \/classifications/, 'Retry-After')),
  mutant('S8-bulk', 'has another code for too many', telling(/upload-urls/, /BULK_LIMIT_EXCEEDED/, 'VALIDATION_ERROR')),
  mutant('S8-bulk', 'takes an empty list', hearing(/upload-urls/, /"items":\[\]/, '"items":[{}]')),
  mutant('S8-bulk-operations', 'charges each item', heading(/\/bulk$/, 'X-RateLimit-Remaining', '7')),
  mutant('S8-bulk-operations', 'counts items from one', telling(/\/bulk$/, /"index":0/, '"index":1')),
  mutant('S8-upload', 'takes a byte more', hearing(/upload-url/, /104857601/, '104857600')),
  mutant('S8-iv', 'has no code for a wrong IV', telling(/confirm/, /INVALID_IV/, 'VALIDATION_ERROR')),
  mutant('S8-bounds', 'takes a second more than a year', hearing(/share$/, /31536001/, '31536000')),
  mutant('S8-expires-in', 'lets links live on', hearing(/share$/, /"expires_in":1\b/, '"expires_in":60')),
  mutant('S8-max-downloads', 'allows one too many', oneTooMany),
  mutant('S8-max-downloads', 'forgets the cap', hearing(/share$/, /,"max_downloads":3/, '')),
  mutant('I4-idempotency', 'forgets the key', unheard(/^POST \/rooms$/, 'Idempotency-Key')),
  mutant('I4-idempotency', 'does not tell a repeated answer', heading(/^POST/, 'Idempotency-Replayed')),
  mutant('I4-idempotency', 'repeats secrets', repeatingSecrets),
];
