import { plural } from '../../../base/format.ts';
import { queries } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { toast } from '../../../design/toasts.tsx';
import { changeEach, failedSentence } from '../base/change-each.ts';
import { readFilesAgain } from '../base/room-files.ts';
import { showFolder } from '../base/show-folder.ts';

type Deleted = Readonly<{ id: string; name: string; folder: string }>;

/** Restores deleted files and says so. A notice leads to their folder where they have the same one. */
export async function restoreFiles(roomId: string, files: readonly Deleted[]): Promise<void> {
  const failed = await changeEach(files, ({ id }) => service.bin.restore(id));
  await Promise.all([queries.invalidateQueries({ queryKey: ['bin', roomId] }), readFilesAgain(roomId)]);
  const back = files.filter((file) => failed.every(({ item }) => item !== file));
  const [first] = back;
  if (failed.length > 0) toast(failedSentence(failed), 'danger');
  if (first === undefined) return;
  const isOneFolder = back.every(({ folder }) => folder === first.folder);
  toast(
    back.length === 1 ? `${first.name} is restored.` : `${plural(back.length, 'file')} restored.`,
    'good',
    isOneFolder ? [{ name: 'Show', run: () => showFolder(roomId, first.folder) }] : [],
  );
}
