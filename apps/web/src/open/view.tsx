import '../design/base.css';
import '../design/controls.css';
import '../design/layers.css';
import '../design/text.css';
import { type ReactNode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { PageError } from '../base/explain.ts';
import { formatTimeOfDay } from '../base/format.ts';
import { isolateNames } from '../base/isolating.ts';
import { useBackCloses } from '../design/back-closes.ts';
import { Notice } from '../design/text.tsx';
import { Toasts, toast } from '../design/toasts.tsx';
import { Viewer, type ViewerProps } from '../pages/viewer/viewer.tsx';
import { saveRoomFile } from '../save/save-room-file.ts';
import { OpenRefusal } from './ask.ts';
import type { OnWait } from './waits.ts';

export type ViewedFile = Readonly<{ id: string; name: string; size: number }>;
type Watching = Readonly<{ onProgress: (part: number) => void; onWait: OnWait }>;

type Viewing = Readonly<{
  /** Files that the person can step through. */
  files: readonly ViewedFile[];
  first: ViewedFile;
  read: (file: ViewedFile, watching: Watching) => Promise<ArrayBuffer>;
}>;

/** Shows files of a link in the viewer of the rooms. Resolves when the person closes it. */
export function view(viewing: Viewing): Promise<void> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise<void>((resolve) => {
    root.render(<LinkViewer {...viewing} onClose={resolve} />);
  }).finally(() => {
    root.unmount();
    place.remove();
  });
}

function LinkViewer({ files, first, read, onClose }: Viewing & Readonly<{ onClose: () => void }>): ReactNode {
  const [file, setFile] = useState(first);
  const [wait, setWait] = useState<string>();
  useBackCloses(true, onClose);
  /** One at a time: the first one counts, and the others must find that. */
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const readInTurn: ViewerProps['read'] = ({ signal, onProgress } = {}) => {
    const stopped = (): void => {
      if (signal?.aborted === true) throw new OpenRefusal('The file is not shown any more.');
    };
    const watching: Watching = {
      onProgress: (part) => {
        stopped();
        setWait(undefined);
        onProgress?.(part);
      },
      onWait: (until, reason = 'The connection broke.') =>
        setWait(`${reason} It continues at ${formatTimeOfDay(until.getTime())}.`),
    };
    const content = turn.current.then(async () => {
      stopped();
      try {
        return await read(file, watching);
      } catch (error) {
        throw error instanceof OpenRefusal ? new PageError(error.message) : error;
      } finally {
        setWait(undefined);
      }
    });
    turn.current = content.catch(() => undefined);
    return content;
  };
  const save: ViewerProps['save'] = async ({ name }, content) => {
    const savedAs = saveRoomFile(await content(), name);
    if (savedAs !== undefined) toast(isolateNames`“${name}” is saved as “${savedAs}”.`);
  };
  const index = files.findIndex(({ id }) => id === file.id);
  return (
    <>
      <Viewer
        file={file}
        read={readInTurn}
        save={save}
        wait={
          wait !== undefined && (
            <Notice>
              <span role="status">{wait}</span>
            </Notice>
          )
        }
        onClose={onClose}
        onOpen={(to) => setFile(files.find(({ id }) => id === to) ?? file)}
        previous={files[index - 1]?.id}
        next={files[index + 1]?.id}
        position={files.length > 1 ? { place: index + 1, count: files.length } : undefined}
      />
      <Toasts />
    </>
  );
}
