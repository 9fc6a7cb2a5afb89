import type { File as RoomFile } from '@strongroom/client';
import { firstNames } from '../../../base/first-names.ts';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { queries } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { showFolder } from '../../../base/show-folder.ts';
import { toast } from '../../../design/toasts.tsx';
import { changeEach, type FailedChange, failedSentence } from '../base/change-each.ts';
import { readFilesAgain } from '../base/room-files.ts';
import { moveEach } from '../moving/move-each.ts';
import type { PlannedMove } from '../moving/moving.ts';
import { numberedMoves, numberedSentence } from '../moving/numbered-moves.ts';

type Deleted = Readonly<{ id: string; name: string }>;

/**
 * Restores deleted files and says so. One whose name another file got meanwhile gets a number. A notice leads to their folder where
 * they have the same one.
 */
export async function restoreFiles(roomId: string, files: readonly Deleted[]): Promise<void> {
  const back: RoomFile[] = [];
  const failed = await changeEach(files, async ({ id }) => back.push(await service.bin.restore(id)));
  const { numbered } = await numberedMoves(
    roomId,
    back.map(({ id, name, folder }) => ({ id, name, from: { folder, name }, to: { folder, name } })),
  );
  const refused = await moveEach(
    roomId,
    numbered.map(({ move }) => move),
  );
  await Promise.all([queries.invalidateQueries({ queryKey: ['bin', roomId] }), readFilesAgain(roomId)]);
  const [first] = back;
  if (failed.length > 0) toast(failedSentence(failed), 'danger');
  if (refused.length > 0) toast(sameNameSentence(refused), 'danger');
  if (first === undefined) return;
  const isOneFolder = back.every(({ folder }) => folder === first.folder);
  const said =
    back.length === 1 ? isolateNames`${first.name} is restored.` : `${plural(back.length, 'file')} restored.`;
  toast(
    said + numberedSentence(numbered.filter(({ move }) => refused.every(({ item }) => item !== move))),
    'good',
    isOneFolder ? [{ name: 'Show', run: () => showFolder(roomId, first.folder) }] : [],
  );
}

/** Of restored files that could not get a number. */
function sameNameSentence(refused: readonly FailedChange<PlannedMove>[]): string {
  const names = firstNames(refused.map(({ item }) => item.name));
  return isolateNames`Another file has the same name: ${names}. ${refused[0]?.text ?? ''}`;
}
