import type { File as RoomFile } from '@strongroom/client';
import { type ReactNode, Suspense, useContext, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { formatNumber } from '../../base/format.ts';
import { loadLater } from '../../base/later.ts';
import { useIsPhone } from '../../base/media.ts';
import { useObserved } from '../../base/observed.ts';
import { formatSize } from '../../base/size.ts';
import { Button } from '../../design/controls.tsx';
import { ErrorBoundary } from '../../design/error-boundary.tsx';
import { isDialogOpen, useFocusBack } from '../../design/focus-back.ts';
import { Icon } from '../../design/icons.tsx';
import { Menu, type MenuAction } from '../../design/layers.tsx';
import { Empty, Failure, Loading, Progress } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { kindOfFile } from './file-kind.ts';
import { FindBar } from './find-bar.tsx';
import { FullScreen, toggleFullScreen } from './full-screen.tsx';
import type { Inner, InnerFile } from './inside.tsx';
import { nameOfKind } from './kind-names.ts';
import { NameInBar } from './name-in-bar.tsx';
import { isOffice, kindOf } from './preview-kind.ts';
import { onReading } from './reading.ts';
import { Search, SearchOfViewer } from './search.tsx';
import { onSwipes } from './swipes.ts';
import { ToolsInBar, useHasToolsInBar } from './tools.tsx';
import { forgetKeptCommands, partsAwaited, runCommand, useAwaited, useCommands } from './use-commands.ts';
import { type ReadContent, useContent } from './use-content.ts';
import { ViewerBanner } from './viewer-banner.ts';
import './viewer.css';

const PdfView = loadLater(() => import('./pdf-view.tsx').then(({ PdfView: view }) => view));
const ImageView = loadLater(() => import('./image-view.tsx').then(({ ImageView: view }) => view));
const OfficeView = loadLater(() => import('./office-view.tsx').then(({ OfficeView: view }) => view));
const MarkdownView = loadLater(() => import('./markdown-view.tsx').then(({ MarkdownView: view }) => view));
const ZipView = loadLater(() => import('./zip-view.tsx').then(({ ZipView: view }) => view));
const TextView = loadLater(() => import('./text-view.tsx').then(({ TextView: view }) => view));

export type ViewerProps = Readonly<{
  file: Pick<RoomFile, 'id' | 'name' | 'size'>;
  /** Reads the content. */
  read: ReadContent;
  /** Saves a content for the person. Rejects where the viewer has to show the failure. */
  save: (file: Readonly<{ name: string; size: number }>, content: ReadContent) => Promise<void>;
  label?: ReactNode;
  /** A decision about the file, below it. */
  decision?: ReactNode;
  /** A sentence about the file, shown where it has no preview. */
  about?: ReactNode;
  /** Further actions, in the menu of the file. */
  actions?: readonly MenuAction[] | undefined;
  /** The reason of a wait, shown while the content is read. */
  wait?: ReactNode;
  onClose: () => void;
  onOpen: (id: string) => void;
  previous: string | undefined;
  next: string | undefined;
  /** The place of the file in its list, and how many are in it; none for a file that is not listed. */
  position: Readonly<{ place: number; count: number }> | undefined;
}>;

/** A file over the whole window. Its content is shown by our code or as pixels, never as a document of this origin. */
export function Viewer({
  file,
  read,
  save,
  label,
  decision,
  about,
  actions = [],
  wait,
  onClose,
  onOpen,
  previous,
  next,
  position,
}: ViewerProps): ReactNode {
  useFocusBack();
  const banner = useContext(ViewerBanner);
  const kind = kindOf(file);
  const { bytes, error, part, fail } = useContent(file.id, read, kind !== 'none');
  useAwaited(kind !== 'none' && bytes === undefined && error === undefined);
  useEffect(() => forgetKeptCommands, [file.id]);
  const [search] = useState(() => new Search());
  const isFinding = useObserved(search.isOpen);
  useEffect(() => {
    const before = document.title;
    document.title = `${file.name} · Strongroom`;
    return () => {
      document.title = before;
    };
  }, [file.name]);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!whole.current?.contains(document.activeElement)) whole.current?.focus();
  }, [file.id]);
  useEffect(() => (whole.current === null ? undefined : onSwipes(whole.current, runCommand)), []);
  const [isReading, setReading] = useState(false);
  useEffect(() => (whole.current === null ? undefined : onReading(whole.current, setReading)), []);
  useEffect(() => setReading(false), [file.id]);
  useEffect(() => {
    const closeSearch = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !search.isOpen.value || isDialogOpen()) return;
      event.stopPropagation();
      search.show(false);
    };
    const box = whole.current;
    box?.addEventListener('keydown', closeSearch, { capture: true });
    return () => box?.removeEventListener('keydown', closeSearch, { capture: true });
  }, []);
  const step = (to: string | undefined): void => {
    if (to !== undefined) onOpen(to);
  };
  const entered = useRef(0);
  const inner: Omit<Inner, 'show'> = {
    isShown: (name) => kindOf({ name }) !== 'none',
    save: (content, name) => void save({ name, size: content.byteLength }, async () => content).catch(fail),
    enter: () => {
      entered.current++;
      search.show(false);
      // The bars come back with the way back.
      setReading(false);
      return () => {
        entered.current--;
        search.show(false);
        setReading(false);
      };
    },
  };
  useCommands((command) => {
    const hasPages = kind === 'pdf' || kind === 'docx' || kind === 'pptx' || entered.current > 0;
    const isNext = command === 'next file' || (!hasPages && command === 'next page');
    const isPrevious = command === 'previous file' || (!hasPages && command === 'previous page');
    if (isNext) step(next);
    if (isPrevious) step(previous);
    if (command === 'full screen') void toggleFullScreen();
    const canFind = search.view.value !== undefined || (partsAwaited.value > 0 && kind !== 'image');
    const isFind = command === 'find' && !search.isOpen.value && canFind;
    if (isFind) search.show(true);
    return isNext || isPrevious || isFind || command === 'full screen';
  });
  const download = (): void => void save(file, bytes === undefined ? read : async () => bytes).catch(fail);
  const hasToolsInBar = useHasToolsInBar();
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  const isPhone = useIsPhone();
  const ownActions: readonly MenuAction[] = [
    { id: 'download', name: 'Download', icon: 'download', run: download },
    ...(bytes === undefined || kind === 'zip'
      ? []
      : [{ id: 'print', name: 'Print', icon: 'print', run: () => printOpen() } as const]),
  ];
  return (
    <ModalOverlay className="viewer" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="viewer-window">
        <AriaDialog className="viewer-page-of-file">
          <div className="viewer-all" ref={whole} tabIndex={-1} data-reading={isReading || undefined}>
            <header className="viewer-bar">
              <Button icon="close" label="Close" kind="quiet" onPress={onClose} />
              <Heading slot="title" level={2} className="viewer-name">
                <NameInBar key={file.id} name={file.name} />
              </Heading>
              {hasToolsInBar && <span className="viewer-tools-place" ref={setToolsPlace} />}
              <span className="viewer-facts soft">
                {label}
                <span className="viewer-size">{formatSize(file.size)}</span>
                {position !== undefined && position.count > 1 && (
                  <span className="number" role="status">
                    File {formatNumber(position.place)} of {formatNumber(position.count)}
                  </span>
                )}
              </span>
              {(previous ?? next) !== undefined && (
                <span className="viewer-steps">
                  <Button
                    icon="left"
                    label="Previous file"
                    isIdle={previous === undefined}
                    onPress={() => step(previous)}
                  />
                  <Button icon="right" label="Next file" isIdle={next === undefined} onPress={() => step(next)} />
                </span>
              )}
              <span className="viewer-ends">
                <FullScreen />
                {!isPhone && (
                  <Button icon="download" onPress={download}>
                    <span className="viewer-word">Download</span>
                  </Button>
                )}
                <Menu label={`More for ${file.name}`} actions={isPhone ? [...ownActions, ...actions] : actions} />
              </span>
            </header>
            {banner}
            {isFinding && kind !== 'none' && kind !== 'image' && <FindBar search={search} />}
            <Failure error={error} />
            {kind === 'none' && (
              <Empty
                icon="file"
                title="Download only"
                action={
                  <Button icon="download" kind="primary" onPress={download}>
                    Download the file
                  </Button>
                }
              >
                <span className="viewer-about">
                  {nameOfKind(file.name, kindOfFile({ name: file.name, content_type: '' }))}, {formatSize(file.size)}
                  {about && <>. {about}</>}
                </span>
                This kind of file has no preview here. Download it and open it with a program that you trust.
              </Empty>
            )}
            {kind !== 'none' && bytes === undefined && error === undefined && (
              <div className="viewer-waiting">
                <Progress label="Fetching and decrypting" part={part} />
                {wait}
                <p className="soft row">
                  <Icon name="lock" /> Fetching and decrypting…{' '}
                  {part > 0 && part < 1 && `${formatSize(part * file.size)} of ${formatSize(file.size)}`}
                </p>
              </div>
            )}
            {kind !== 'none' && bytes !== undefined && (
              <ErrorBoundary place={file.id}>
                <Suspense fallback={<LoadingView />}>
                  <ToolsInBar place={toolsPlace}>
                    <SearchOfViewer value={search}>
                      <Preview key={file.id} name={file.name} bytes={bytes} inner={inner} />
                    </SearchOfViewer>
                  </ToolsInBar>
                </Suspense>
              </ErrorBoundary>
            )}
            {decision !== undefined && <footer className="viewer-decision">{decision}</footer>}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function LoadingView(): ReactNode {
  useAwaited(true);
  return <Loading what="the preview" />;
}

function printOpen(): void {
  if (!runCommand('print')) toast('This file is printed from the downloaded one.', 'danger');
}

const CODE = /\.(json|log|xml|ya?ml)$/i;

type Previewed = InnerFile & Readonly<{ inner: Omit<Inner, 'show'> }>;

function Preview({ name, bytes, inner }: Previewed): ReactNode {
  const kind = kindOf({ name });
  const holding: Inner = { ...inner, show: (file) => <Preview {...file} inner={inner} /> };
  if (kind === 'pdf') return <PdfView bytes={bytes} />;
  if (kind === 'image') return <ImageView bytes={bytes} name={name} />;
  if (kind === 'md') return <MarkdownView bytes={bytes} inner={holding} />;
  if (kind === 'zip') return <ZipView bytes={bytes} inner={holding} />;
  if (isOffice(kind)) return <OfficeView bytes={bytes} kind={kind} inner={holding} />;
  return <TextView bytes={bytes} isTable={kind === 'csv'} isCode={CODE.test(name)} />;
}
