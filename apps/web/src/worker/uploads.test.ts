import { expect, test } from '@jest/globals';
import { type JobOutcome, StrongroomError, type UploadMemory } from '@strongroom/client';
import type { UploadOrder } from './messages.ts';
import { Uploads } from './uploads.ts';

const order = (id: number): UploadOrder =>
  ({ id, userId: 'me', roomId: 'room', name: `${id}.txt`, folder: '', file: new File(['a'], 'a') }) as UploadOrder;

/** Uploads whose client does nothing but report what a test says. */
function uploadsWithOutcomes() {
  const said: string[] = [];
  let report: (outcome: JobOutcome<UploadOrder>) => void = () => undefined;
  const uploads = new Uploads({} as UploadMemory<string>, {
    onProgress: () => undefined,
    onOutcome: ({ file, error }) => said.push(`${file.id} ${error?.code ?? 'uploaded'}`),
    onCancelled: ({ id }) => said.push(`${id} cancelled`),
  });
  uploads.use({
    resumableBlobUploads: ((_room: string, options: { onOutcome: typeof report }) => {
      report = options.onOutcome;
      return { add: () => undefined, cancel: () => [], takeWaiting: () => [], run: () => new Promise(() => undefined) };
    }) as never,
  });
  return { uploads, said, report: (outcome: JobOutcome<UploadOrder>) => report(outcome) };
}

test('a cancelled upload is reported as it ended: there, perhaps there, or cancelled', () => {
  const { uploads, said, report } = uploadsWithOutcomes();
  const [there, unsure, refused, failed] = [order(1), order(2), order(3), order(4)] as const;
  uploads.add([there, unsure, refused, failed]);
  uploads.cancel([1, 2, 3]);
  report({ file: there, id: 'id', status: 'uploaded' });
  report({ file: unsure, error: new StrongroomError('CONNECTION_LOST') });
  report({ file: refused, error: new StrongroomError('STORAGE_FULL') });
  report({ file: failed, error: new StrongroomError('STORAGE_FULL') });
  expect(said).toEqual(['1 uploaded', '2 CONNECTION_LOST', '3 cancelled', '4 STORAGE_FULL']);
});
