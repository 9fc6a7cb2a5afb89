import type { ReactNode } from 'react';
import { useObserved } from '../base/observed.ts';
import { downloadsShown, uploadQueue } from '../transfer/page.ts';
import { DownloadPanel } from './download-panel.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** The panels of all transfers. */
export function TransferPanels(): ReactNode {
  const { files } = useObserved(uploadQueue.shown);
  const downloads = useObserved(downloadsShown);
  return (
    <>
      {downloads.length > 0 && <DownloadPanel downloads={downloads} />}
      {files.length > 0 && <UploadPanel />}
    </>
  );
}
