import { ALL, answering, heading, leading, mutant, type ServiceMutant, telling } from './alter.ts';

/** Sections 1, 2 and 7: what answers look like. */
export const formMutants: readonly ServiceMutant[] = [
  mutant('S1-base', 'takes paths in any letter case', leading(ALL, /\/Rooms/, '/rooms')),
  mutant('S1-json', 'does not name its charset', heading(ALL, 'Content-Type', 'application/json')),
  mutant('S1-json', 'lets its answers be kept', heading(ALL, 'Cache-Control')),
  mutant('S1-json', 'does not name its requests', heading(/^DELETE/, 'X-Request-Id')),
  mutant('S1-json', 'answers a deletion without a body', answering(/^DELETE/, 200, 204)),
  mutant('S1-timestamps', 'tells milliseconds', telling(ALL, /("created_at":"[^"]+)Z"/g, '$1.000Z"')),
  mutant(
    'S1-uuids',
    'takes ids in any letter case',
    leading(/^GET \/rooms\/./, /[^/]+$/, (id) => id.toLowerCase()),
  ),
  mutant('S2-data', 'puts its lists into an object', telling(ALL, /^\{"data":(\[.*\])/, '{"data":{"items":$1}')),
  mutant(
    'S2-meta',
    'counts one too many',
    telling(/files\?per_page=100/, /"total":(\d+)/, (_, total) => `"total":${Number(total) + 1}`),
  ),
  mutant('S2-meta', 'does not tell the size of a page', telling(/^GET \/tokens/, /"per_page":\d+,/, '')),
  mutant('S2-room.id', 'does not count members', telling(/rooms/, /"member_count":\d+,/g, '')),
  mutant('S2-file.id', 'tells sizes as texts', telling(/files/, /"size":(\d+)/g, '"size":"$1"')),
  mutant('S2-user.id', 'does not tell the clearance in force', telling(/users/, /"effective_clearance":"C3",/, '')),
  mutant(
    'S2-upload.file_id',
    'forgets the wrapped key',
    telling(/upload-url/, /"wrapped_dek":"[^"]+"/, '"wrapped_dek":""'),
  ),
  mutant('S2-download.download_url', 'calls the tag otherwise', telling(/download-url/, /"tag":/, '"mac":')),
  mutant(
    'S2-labels',
    'has another code for unknown labels',
    telling(ALL, /INVALID_CLASSIFICATION/, 'VALIDATION_ERROR'),
  ),
  mutant('S2-labels', 'tells labels in falling order', telling(/^GET \/classifications/, /"rank":1/, '"rank":5')),
  mutant('S7-code', 'tells another status than it answers', telling(ALL, /"status":404/, '"status":400')),
  mutant('S7-code', 'does not say which field is wrong', telling(ALL, /,"details":\[.*\]/, '')),
  mutant('S7-2', 'does not describe all its codes', telling(/openapi/, /ROOM_NOT_FOUND/g, 'NOT_FOUND')),
  mutant('S8-header-limit', 'tells no reset with a refusal', {
    told: (told, sent) => (told.status === 404 ? (heading(ALL, 'X-RateLimit-Reset').told?.(told, sent) ?? told) : told),
  }),
  mutant('I1-requests', 'does not tell the methods it takes', heading(/^PUT/, 'Allow')),
  mutant('I1-requests', 'takes broken JSON for wrong fields', telling(ALL, /INVALID_JSON/, 'VALIDATION_ERROR')),
  mutant('I1-requests', 'answers a wrong type as a wrong form', answering(ALL, 415, 400)),
  mutant('I1-order', 'looks for the thing before the scope', telling(/^PATCH/, /INSUFFICIENT_SCOPE/, 'ROOM_NOT_FOUND')),
  mutant('I7-outside', 'has no health', answering(/healthz/, 200, 404)),
];
