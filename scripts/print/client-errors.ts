import { CLIENT_ERRORS } from '../../packages/client/src/base/error.ts';
import { code, PRINTED, page, table } from './markdown.ts';

/** Every code of the client library itself, with its sentence. */
export function clientErrorsPage(): string {
  return page(
    '# Errors of the client library',
    PRINTED,
    'Everything that fails in [`@strongroom/client`](../../packages/client/README.md) is a `StrongroomError`. Its `code` is one of the [service](errors.md), or one of these, which come from the library itself. `status` is the HTTP status of the answer, 0 if there was none. The sentence is the usual message; some calls give a more exact one.',
    table(
      ['Code', 'Sentence'],
      Object.entries(CLIENT_ERRORS)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, text]) => [code(name), text]),
    ),
    'If the caller aborts by its `signal`, the call throws the reason of the signal instead.',
  );
}
