import type { Room } from '@strongroom/client';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../design/controls.tsx';
import { dropped, type Found, picked } from '../../transfer/dropped.ts';
import { uploadQueue } from '../../transfer/page.ts';
import { placeOf, placesIn } from './places.ts';

/** Skips files that are in the room already, by path and size. So a person adds an interrupted folder again. */
export async function addFiles(room: Room, found: readonly Found[], folder: string): Promise<void> {
  const added = found.map(({ file, path, kept }) => {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
    const name = parts.at(-1) ?? file.name;
    const inner = [...(folder === '' ? [] : [folder]), ...parts.slice(0, -1)].join('/');
    return { file, name, folder: inner, kept, size: file.size };
  });
  const there = await placesIn(room, new Set(added.map(({ folder: inner }) => inner)));
  uploadQueue.add(
    room.id,
    added.map((one) => ({ ...one, isThere: there.has(placeOf(one)) })),
    undefined,
  );
}

type What = 'files' | 'folder';
type Picker = Readonly<{
  /** Stays on the page: what a person chooses is lost if its input is gone by then, and the buttons come and go. */
  inputs: ReactNode;
  buttons: ReactNode;
}>;

/** Lets a person choose files or a folder. */
export function usePicker(onFiles: (found: readonly Found[]) => void): Picker {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement): void => {
    onFiles(picked(input.files ?? []));
    input.value = '';
  };
  const inputs = (
    <>
      <input ref={files} type="file" multiple hidden data-testid="files" onChange={({ target }) => take(target)} />
      <input
        ref={(input) => {
          folder.current = input;
          if (input !== null) input.webkitdirectory = true;
        }}
        type="file"
        hidden
        data-testid="folder"
        onChange={({ target }) => take(target)}
      />
    </>
  );
  const hadFocus = useRef(false);
  const pick = (what: What): void => (what === 'files' ? files : folder).current?.click();
  return { inputs, buttons: <AddButtons onPick={pick} hadFocus={hadFocus} /> };
}

type AddButtonsProps = Readonly<{
  onPick: (what: What) => void;
  /** Whether the buttons that the first file removes had the focus. Those in their place take it over. */
  hadFocus: RefObject<boolean>;
}>;

function AddButtons({ onPick, hadFocus }: AddButtonsProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = place.current;
    if (hadFocus.current) own?.querySelector<HTMLElement>('button[data-kind=primary]')?.focus();
    hadFocus.current = false;
    return () => {
      hadFocus.current = own?.contains(document.activeElement) ?? false;
    };
  }, []);
  return (
    <div className="row" ref={place}>
      <Button icon="folder" onPress={() => onPick('folder')}>
        Add folder
      </Button>
      <Button kind="primary" icon="upload" onPress={() => onPick('files')}>
        Add files
      </Button>
    </div>
  );
}

export function DropZone({
  children,
  isOff,
  onFiles,
}: Readonly<{ children: ReactNode; isOff: boolean; onFiles: (found: readonly Found[]) => void }>): ReactNode {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: React.DragEvent): boolean => !isOff && event.dataTransfer.types.includes('Files');
  return (
    <section
      className="drop-zone"
      aria-label="Files"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget instanceof Node ? event.relatedTarget : null))
          setOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        void dropped(event.dataTransfer).then(onFiles);
      }}
    >
      {children}
    </section>
  );
}
