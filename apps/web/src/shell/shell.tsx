import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useConnection } from '../base/connection.ts';
import { loadLater } from '../base/later.ts';
import { useMyself } from '../base/me.ts';
import { MODIFIER } from '../base/modifier.ts';
import { useObserved } from '../base/observed.ts';
import { useOffer } from '../base/queries.ts';
import { useAddress } from '../base/router.tsx';
import { Button } from '../design/controls.tsx';
import { ErrorBoundary } from '../design/error-boundary.tsx';
import { useFold } from '../design/folds.ts';
import { Icon } from '../design/icons.tsx';
import { Notice } from '../design/text.tsx';
import { KeyWaitNotice } from '../pages/key-wait-notice.tsx';
import { clearEarlierFiles } from '../save/save.ts';
import { downloadsShown, uploadQueue } from '../transfer/page.ts';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { GoTo } from './go-to/go-to.tsx';
import { entriesOfOrganisation, type MenuEntry, OWN_ENTRIES } from './go-to/menu-entries.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { SkipLinks } from './skip-links.tsx';
import { usePlaceOfKeys } from './use-place-of-keys.ts';

const importPanels = () => import('./transfer-panels.tsx');
const TransferPanels = loadLater(() => importPanels().then(({ TransferPanels: it }) => it));

/** Calls `leave` at a press beside a part of the page and its menus, and at Escape. Returns a function that stops it. */
function onLeaving(part: HTMLElement | null, leave: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const isBeside = ({ target }: Event): boolean =>
    target instanceof Element && part?.contains(target) !== true && target.closest('.pop') === null;
  addEventListener('pointerdown', (event) => isBeside(event) && leave(), { signal });
  addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), { signal });
  return () => stop.abort();
}

export function Shell({ children }: Readonly<{ children: ReactNode }>): ReactNode {
  const me = useMyself();
  const { pathname } = useAddress();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [pathname]);
  const fold = useFold('menu');
  const side = useRef<HTMLElement>(null);
  useEffect(() => (isOpen ? onLeaving(side.current, () => setOpen(false)) : undefined), [isOpen]);
  useEffect(() => {
    uploadQueue.keepFor(me.id);
    void clearEarlierFiles();
  }, [me.id]);
  usePlaceOfKeys();
  const ofOrganisation = entriesOfOrganisation(me);
  return (
    <div className="shell" data-folded={fold.isFolded || undefined}>
      <SkipLinks />
      <Banner />
      <header className="side" data-open={isOpen || undefined} ref={side}>
        <a className="brand" href="/rooms">
          <img src="/icon.svg" alt="" />
          <span className="side-name">Strongroom</span>
        </a>
        <span className="side-fold" title={`Menu (${MODIFIER}+B)`}>
          <Button kind="quiet" icon="side" label="Menu" isExpanded={!fold.isFolded} onPress={fold.toggle} />
        </span>
        <GoTo />
        <span className="side-toggle">
          <Button
            kind="quiet"
            icon="menu"
            label={isOpen ? 'Close the menu' : 'Open the menu'}
            onPress={() => setOpen(!isOpen)}
          />
        </span>
        <div className="side-menu">
          <nav aria-label="Main">
            {OWN_ENTRIES.map((entry) => (
              <EntryLink key={entry.to} {...entry} isFolded={fold.isFolded} />
            ))}
            {ofOrganisation.length > 0 && <div className="side-heading side-name">Organisation</div>}
            {ofOrganisation.map((entry) => (
              <EntryLink key={entry.to} {...entry} isFolded={fold.isFolded} />
            ))}
          </nav>
          <div className="side-foot">
            <AccountMenu />
          </div>
        </div>
      </header>
      <Content path={pathname}>{children}</Content>
      <LeaveQuestion />
      <Panels />
    </div>
  );
}

/** Tells the styles the height of a part of the page, below or above which others stand. */
function measured(property: `--${string}`): (part: HTMLDivElement) => () => void {
  return (part) => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(property, `${part.offsetHeight}px`));
    observer.observe(part);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  };
}

const measureBanner = measured('--banner');
const measurePanels = measured('--uploads');

/** Transfers continue while a person moves between pages; their panels show them on each, and over an open file. */
function Panels(): ReactNode {
  const { files } = useObserved(uploadQueue.shown);
  const downloads = useObserved(downloadsShown);
  useEffect(() => {
    // Early, so that the panels show the first file even when the connection is lost meanwhile.
    importPanels().catch(() => undefined);
  }, []);
  return (
    <div className="transfers" ref={measurePanels} data-react-aria-top-layer>
      {files.length + downloads.length > 0 && (
        <ErrorBoundary>
          <Suspense>
            <TransferPanels />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}

/** After a change of the page the focus is at its beginning, as after a load. */
function Content({ path, children }: Readonly<{ path: string; children: ReactNode }>): ReactNode {
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
  }, [path]);
  return (
    <main className="main" id="main" tabIndex={-1} ref={main}>
      {children}
    </main>
  );
}

function EntryLink({ to, name, icon, mark, isFolded }: MenuEntry & Readonly<{ isFolded: boolean }>): ReactNode {
  const { pathname } = useAddress();
  const isHere = pathname === to || pathname.startsWith(`${to}/`) || (to === '/rooms' && pathname === '/');
  return (
    <a href={to} aria-current={isHere ? 'page' : undefined} title={isFolded ? name : undefined}>
      <Icon name={icon} />
      <span className="side-name">{name}</span>
      {mark}
    </a>
  );
}

function Banner(): ReactNode {
  const connection = useConnection();
  const offer = useOffer();
  const home = offer.data && new URL(offer.data.documents_url).origin;
  const hasKeyService = (offer.data?.key_service ?? null) !== null;
  const isElsewhere = home !== undefined && home !== location.origin && hasKeyService;
  return (
    <div className="shell-banner" role="status" ref={measureBanner}>
      <ConnectionNotice connection={connection} />
      <KeyWaitNotice />
      {isElsewhere && (
        <Notice tone="warn">
          The key service serves pages at <a href={home}>{home}</a> only. Open Strongroom there to read and add files.
        </Notice>
      )}
    </div>
  );
}
