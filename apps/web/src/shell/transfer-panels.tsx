import type { ReactNode } from 'react';
import { useObserved } from '../base/observed.ts';
import { uploadQueue, zipsShown } from '../transfer/page.ts';
import { DownloadPanel } from './download-panel.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** Notices stand above the panels, whatever their height. */
function raiseNotices(panels: HTMLDivElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--uploads', `${panels.offsetHeight}px`));
  observer.observe(panels);
  return () => {
    observer.disconnect();
    style.removeProperty('--uploads');
  };
}

/** The panels of all transfers. */
export function TransferPanels(): ReactNode {
  const { files } = useObserved(uploadQueue.shown);
  const zips = useObserved(zipsShown);
  return (
    <div className="transfers" ref={raiseNotices}>
      {zips.length > 0 && <DownloadPanel zips={zips} />}
      {files.length > 0 && <UploadPanel />}
    </div>
  );
}
