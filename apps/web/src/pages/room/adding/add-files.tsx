import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useIsPhone } from '../../../base/media.ts';
import { useOffer } from '../../../base/queries.ts';
import { formatSize } from '../../../base/size.ts';
import { Button } from '../../../design/controls.tsx';
import { Icon, type IconName } from '../../../design/icons.tsx';
import { Menu, type MenuAction } from '../../../design/layers.tsx';
import { droppedFiles, type GatheredFiles, pickedFiles } from '../../../transfer/dropped.ts';

type What = 'files' | 'folder';
type Picker = Readonly<{
  /** Stays on the page: what a person chooses is lost if its input is gone by then, and the buttons come and go. */
  inputs: ReactNode;
  buttons: ReactNode;
  actions: readonly AddAction[];
}>;
type AddAction = MenuAction & Readonly<{ icon: IconName }>;

/** Lets a person choose files, or a folder where `onNewFolder` makes one. */
export function usePicker(onFiles: (found: GatheredFiles) => void, onNewFolder?: () => void): Picker {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement): void => {
    if (input.files?.length) onFiles(pickedFiles(input.files));
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
  const ofFiles: AddAction = { id: 'files', name: 'Add files', icon: 'upload', run: () => pick('files') };
  const ofFolders: readonly AddAction[] =
    onNewFolder === undefined
      ? []
      : [
          { id: 'new', name: 'New folder', icon: 'plus', run: onNewFolder },
          { id: 'add', name: 'Add a folder of this device', icon: 'upload', run: () => pick('folder') },
        ];
  return {
    inputs,
    buttons: <AddButtons ofFiles={ofFiles} ofFolders={ofFolders} hadFocus={hadFocus} />,
    actions: [ofFiles, ...ofFolders],
  };
}

type AddButtonsProps = Readonly<{
  ofFiles: AddAction;
  ofFolders: readonly AddAction[];
  /** Whether the buttons that the first file removes had the focus. Those in their place take it over. */
  hadFocus: RefObject<boolean>;
}>;

function AddButtons({ ofFiles, ofFolders, hadFocus }: AddButtonsProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const { data: offer } = useOffer();
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
      {isPhone ? (
        <Menu label="Add files or folders" kind="primary" actions={[ofFiles, ...ofFolders]}>
          <Icon name="plus" />
          <span className="add-word">Add files</span>
        </Menu>
      ) : (
        <>
          <Menu label="Folder" kind="usual" actions={ofFolders}>
            <Icon name="folder" />
            Folder
            <Icon name="down" />
          </Menu>
          <span title={offer && `A file can have ${formatSize(offer.limits.file_bytes)} at most.`}>
            <Button kind="primary" icon="upload" onPress={ofFiles.run}>
              {ofFiles.name}
            </Button>
          </span>
        </>
      )}
    </div>
  );
}

type Dropped = GatheredFiles & Readonly<{ onto?: string | undefined }>;

/** The folder under the pointer, if there is one. */
const folderUnder = ({ target }: DragEvent): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-folder]')?.dataset['folder'] : undefined;

/** Takes files that are dropped anywhere in the window, onto a folder or beside it. */
export function DropZone({
  children,
  isOff,
  onFiles,
}: Readonly<{ children: ReactNode; isOff: boolean; onFiles: (found: Dropped) => void }>): ReactNode {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    if (isOff) return undefined;
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (event.dataTransfer === null || !hasFiles(event)) return;
      const onto = folderUnder(event);
      void droppedFiles(event.dataTransfer).then((found) => latest.current({ ...found, onto }));
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [isOff]);
  return (
    <section className="drop-zone" aria-label="Files" data-over={isOver || undefined}>
      {children}
    </section>
  );
}
