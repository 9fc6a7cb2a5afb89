import { ERRORS, type ErrorCode, KEY_ERRORS, type KeyErrorCode } from '@strongroom/domain';
import { errorText, statusOf, TRANSPORT_ERRORS } from '../../apps/api/src/http/errors/errors.ts';
import { KEY_STATUSES } from '../../apps/key-service/src/http/errors/statuses.ts';
import { code, PRINTED, page, table } from './markdown.ts';

type Code = Parameters<typeof statusOf>[0];

const rows = (codes: readonly Code[]): string =>
  table(
    ['Status', 'Code', 'Sentence'],
    codes.toSorted((a, b) => statusOf(a) - statusOf(b)).map((one) => [`${statusOf(one)}`, code(one), errorText(one)]),
  );

/** Every code the service knows, with its status and its sentence. */
export function errorsPage(): string {
  return page(
    '# Errors',
    PRINTED,
    'Every error is one JSON object, whatever went wrong:',
    [
      '```json',
      '{',
      '  "error": {',
      '    "code": "ROOM_NOT_FOUND",',
      `    "message": "${ERRORS.ROOM_NOT_FOUND.text}",`,
      '    "status": 404,',
      '    "request_id": "3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35"',
      '  }',
      '}',
      '```',
    ].join('\n'),
    '`VALIDATION_ERROR` may carry `details`, a list of `{field, rule, message}`. The sentence below is the usual message; some operations answer a more exact one. Branch on `code`, never on `message`.',
    '## Answered by operations',
    rows(Object.keys(ERRORS) as ErrorCode[]),
    '## Answered below the operations',
    'By the HTTP layer, before an operation is asked, and by the addresses under `/blobs/`.',
    rows(Object.keys(TRANSPORT_ERRORS) as Code[]),
    '## Answered by the key service',
    'In the same form. [Its protocol](key-service.md) is on a page of its own.',
    table(
      ['Status', 'Code', 'Sentence'],
      (Object.keys(KEY_ERRORS) as KeyErrorCode[])
        .toSorted((a, b) => KEY_STATUSES[a] - KEY_STATUSES[b])
        .map((one) => [`${KEY_STATUSES[one]}`, code(one), KEY_ERRORS[one]]),
    ),
  );
}
