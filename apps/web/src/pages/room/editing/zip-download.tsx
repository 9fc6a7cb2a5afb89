import type { File as RoomFile } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { explainError } from '../../../base/explain.ts';
import { plural } from '../../../base/format.ts';
import { formatSize } from '../../../base/size.ts';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { NotSaved } from '../../../save/not-saved.tsx';
import { saveZip } from '../../../save/save-zip.ts';
import { zipEntries } from '../../../save/zip-entries.ts';
import type { LeftOutFile } from '../../../transfer/downloads.ts';
import { downloads } from '../../../transfer/downloads-of-page.ts';
import { transfers } from '../../../transfer/page.ts';

type Props = Readonly<{
  files: readonly RoomFile[];
  name: string;
  onClose: () => void;
  /** Called when the zip is begun, which the panel of the transfers shows then. */
  onDone: () => void;
}>;

/** Decrypts files into a zip that is written to disk while it is made. */
export function ZipDownload({ files, name, onClose, onDone }: Props): ReactNode {
  const save = useMutation({
    mutationFn: () => begin(files, `${name}.zip`),
    onSuccess: (isBegun) => {
      if (!isBegun) return;
      onDone();
      onClose();
    },
  });
  const bytes = useMemo(() => files.reduce((sum, file) => sum + file.size, 0), [files]);
  return (
    <FormDialog
      title={`Download ${plural(files.length, 'file')}`}
      action="Save as zip"
      work={save}
      isActionFocused
      isAlert
      onClose={onClose}
    >
      <NotSaved is={save.data === false} />
      <p>
        {formatSize(bytes)}, decrypted in this browser and saved as one zip. Nothing readable leaves this computer again
        unless you send it. Contents.csv in it lists sizes and hashes.
      </p>
    </FormDialog>
  );
}

const begin = (files: readonly RoomFile[], name: string): Promise<boolean> =>
  downloads.begin({
    kind: 'zip',
    name,
    files,
    run: async ({ signal, onBegun, onEnded, onLeftOut }) => {
      let left: readonly LeftOutFile[] = [];
      const entries = () =>
        zipEntries(files, {
          read: transfers.readerOf(files, signal),
          onEnded,
          onLeftOut: ({ file, error }) => {
            left = [...left, { id: file.id, name: file.name, why: explainError(error).text }];
            onLeftOut(left);
          },
        });
      await saveZip(entries, name, signal, onBegun);
    },
  });
