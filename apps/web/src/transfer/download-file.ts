import { explainError } from '../base/explain.ts';
import { isolateNames } from '../base/isolating.ts';
import { uppermostDialog } from '../design/open-dialogs.ts';
import { toast } from '../design/toasts.tsx';
import { saveRoomFile } from '../save/save-room-file.ts';
import { downloads } from './downloads-of-page.ts';
import type { ReadOptions } from './transfers.ts';

type FileToSave = Readonly<{ name: string; size: number }>;

/**
 * Fetches and saves one file. The panel of the transfers shows it, and a dialog that lies over the panel says the same in a
 * message.
 */
export async function downloadFile(
  { name, size }: FileToSave,
  read: (options: ReadOptions) => Promise<BlobPart>,
): Promise<void> {
  const isUnderDialog = uppermostDialog() !== undefined;
  if (isUnderDialog) toast(isolateNames`Downloading ${name}`, 'accent');
  await downloads.begin({
    kind: 'file',
    name,
    files: [{ size }],
    run: async ({ signal, onBegun, onPart, onSavedAs }) => {
      onBegun();
      try {
        const savedAs = saveRoomFile(await read({ signal, isPatient: true, onProgress: onPart }), name);
        if (savedAs !== undefined) onSavedAs(savedAs);
      } catch (error) {
        if (isUnderDialog && !signal.aborted) toast(isolateNames`${name}: ${explainError(error).text}`, 'danger');
        throw error;
      }
    },
  });
}
