import {
  ALL,
  changingStatus,
  mutant,
  rewritingAnswer,
  rewritingPath,
  type ServiceMutant,
  settingHeader,
} from './alter.ts';

/** Breaks of the form of answers. */
export const formMutants: readonly ServiceMutant[] = [
  mutant('S1-base', 'accepts paths in any letter case', rewritingPath(ALL, /\/Rooms/, '/rooms')),
  mutant('S1-json', 'does not name its charset', settingHeader(ALL, 'Content-Type', 'application/json')),
  mutant('S1-json', 'allows its answers to be cached', settingHeader(ALL, 'Cache-Control')),
  mutant('S1-json', 'sends no request id', settingHeader(/^DELETE/, 'X-Request-Id')),
  mutant('S1-json', 'answers a deletion without a body', changingStatus(/^DELETE/, 200, 204)),
  mutant('S1-timestamps', 'returns milliseconds', rewritingAnswer(ALL, /("created_at":"[^"]+)Z"/g, '$1.000Z"')),
  mutant(
    'S1-uuids',
    'accepts ids in any letter case',
    rewritingPath(/^GET \/rooms\/./, /[^/]+$/, (id) => id.toLowerCase()),
  ),
  mutant('S2-data', 'returns lists in an object', rewritingAnswer(ALL, /^\{"data":(\[.*\])/, '{"data":{"items":$1}')),
  mutant(
    'S2-meta',
    'counts one too many',
    rewritingAnswer(/files\?per_page=100/, /"total":(\d+)/, (_, total) => `"total":${Number(total) + 1}`),
  ),
  mutant('S2-meta', 'omits the page size', rewritingAnswer(/^GET \/tokens/, /"per_page":\d+,/, '')),
  mutant('S2-room.id', 'omits the member count', rewritingAnswer(/rooms/, /"member_count":\d+,/g, '')),
  mutant('S2-file.id', 'returns sizes as strings', rewritingAnswer(/files/, /"size":(\d+)/g, '"size":"$1"')),
  mutant('S2-user.id', 'omits the effective clearance', rewritingAnswer(/users/, /"effective_clearance":"C3",/, '')),
  mutant(
    'S2-upload.file_id',
    'returns no wrapped key',
    rewritingAnswer(/upload-url/, /"wrapped_dek":"[^"]+"/, '"wrapped_dek":""'),
  ),
  mutant('S2-download.download_url', 'renames the tag', rewritingAnswer(/download-url/, /"tag":/, '"mac":')),
  mutant(
    'S2-labels',
    'has another code for unknown labels',
    rewritingAnswer(ALL, /INVALID_CLASSIFICATION/, 'VALIDATION_ERROR'),
  ),
  mutant(
    'S2-labels',
    'lists labels in falling order',
    rewritingAnswer(/^GET \/classifications/, /"rank":1/, '"rank":5'),
  ),
  mutant('S7-code', 'returns another status in the body', rewritingAnswer(ALL, /"status":404/, '"status":400')),
  mutant('S7-code', 'does not name invalid fields', rewritingAnswer(ALL, /,"details":\[.*\]/, '')),
  mutant('S7-2', 'does not document all its codes', rewritingAnswer(/openapi/, /ROOM_NOT_FOUND/g, 'NOT_FOUND')),
  mutant('S8-header-limit', 'sends no reset time with an error', {
    answered: (answer, sent) =>
      answer.status === 404 ? (settingHeader(ALL, 'X-RateLimit-Reset').answered?.(answer, sent) ?? answer) : answer,
  }),
  mutant('I1-requests', 'does not send Allow', settingHeader(/^PUT/, 'Allow')),
  mutant(
    'I1-requests',
    'answers broken JSON with VALIDATION_ERROR',
    rewritingAnswer(ALL, /INVALID_JSON/, 'VALIDATION_ERROR'),
  ),
  mutant('I1-requests', 'answers a wrong media type with 400', changingStatus(ALL, 415, 400)),
  mutant(
    'I1-order',
    'checks visibility before the scope',
    rewritingAnswer(/^PATCH/, /INSUFFICIENT_SCOPE/, 'ROOM_NOT_FOUND'),
  ),
  mutant(
    'I1-order',
    'checks visibility before the cursor',
    rewritingAnswer(/^GET .*cursor=x$/, /INVALID_CURSOR/, 'ROOM_NOT_FOUND'),
  ),
  mutant('I7-outside', 'has no health check', changingStatus(/healthz/, 200, 404)),
];
