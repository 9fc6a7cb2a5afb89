import type { Me } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useConnection } from '../base/connection.ts';
import { explainError } from '../base/explain.ts';
import { plural } from '../base/format.ts';
import { allowedOffers, may } from '../base/may.ts';
import { useMyself } from '../base/me.ts';
import { useOffer } from '../base/queries.ts';
import { goTo, useAddress } from '../base/router.tsx';
import { setTheme, type Theme, useTheme } from '../base/theme.ts';
import { Button } from '../design/controls.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { Icon, type IconName } from '../design/icons.tsx';
import { Menu } from '../design/layers.tsx';
import { Notice } from '../design/text.tsx';
import { toast } from '../design/toasts.tsx';
import { useEnrolment } from '../keys/enrolment.ts';
import { useKeySignIn } from '../keys/sign-in.ts';
import { KeyWaitNotice } from '../pages/key-wait-notice.tsx';
import { NewsMark } from '../pages/news.tsx';
import { transfers, uploadQueue } from '../transfer/page.ts';
import { placeOfKeys } from '../transfer/place-of-keys.ts';
import { clearEarlierFiles } from '../transfer/save.ts';
import { signOut } from '../transfer/sign-out.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { SkipLinks } from './skip-links.tsx';
import { UploadPanel } from './upload-panel.tsx';

type Place = Readonly<{ to: string; name: string; icon: IconName; mark?: ReactNode }>;

const PLACES: readonly Place[] = [
  { to: '/rooms', name: 'Rooms', icon: 'room' },
  { to: '/news', name: 'News', icon: 'news', mark: <NewsMark /> },
  { to: '/account', name: 'Account', icon: 'account' },
];
const STATUS: Place = { to: '/status', name: 'Service', icon: 'status' };

/** Pages about the organisation, as far as the service answers them to this person. */
function placesOf(me: Me): readonly Place[] {
  const open = allowedOffers<Place>([
    [may(me, 'user.list_all'), { to: '/people', name: 'People', icon: 'people' }],
    [may(me, 'org_unit.list_all'), { to: '/units', name: 'Org units', icon: 'unit' }],
    [may(me, 'room.oversee'), { to: '/oversight', name: 'All rooms', icon: 'eye' }],
    [may(me, 'audit.read'), { to: '/activity', name: 'Activity', icon: 'activity' }],
    [may(me, 'directory.see'), { to: '/systems', name: 'Other systems', icon: 'link' }],
    [may(me, 'receipt.list_all'), { to: '/receipts', name: 'Receipts', icon: 'receipt' }],
  ]);
  return open.length === 0 ? [] : [...open, STATUS];
}

function useKeyService(): void {
  const { data: offer } = useOffer();
  const { data: enrolled, isPending: isReading } = useEnrolment();
  const { data: signIn, isPending: isLooking } = useKeySignIn();
  const isPending = isReading || isLooking;
  useEffect(() => {
    const place = isPending ? undefined : placeOfKeys({ enrolled, signIn, offer });
    if (place !== undefined) transfers.useKeyService(place);
  }, [isPending, enrolled, signIn, offer]);
}

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
  const side = useRef<HTMLElement>(null);
  useEffect(() => (isOpen ? onLeaving(side.current, () => setOpen(false)) : undefined), [isOpen]);
  useEffect(() => {
    uploadQueue.keepFor(me.id);
    void clearEarlierFiles();
  }, [me.id]);
  useKeyService();
  const places = placesOf(me);
  return (
    <div className="shell">
      <SkipLinks />
      <Banner />
      <header className="side" data-open={isOpen || undefined} ref={side}>
        <a className="brand" href="/rooms">
          <img src="/icon.svg" alt="" />
          Strongroom
        </a>
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
            {PLACES.map((place) => (
              <PlaceLink key={place.to} {...place} />
            ))}
            {places.length > 0 && <div className="side-heading">Organisation</div>}
            {places.map((place) => (
              <PlaceLink key={place.to} {...place} />
            ))}
          </nav>
          <div className="side-foot">
            <AccountMenu />
          </div>
        </div>
      </header>
      <Content path={pathname}>{children}</Content>
      <UploadPanel />
    </div>
  );
}

/** After a change of the page the focus is at its beginning, as after a load. */
function Content({ path, children }: Readonly<{ path: string; children: ReactNode }>): ReactNode {
  const place = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) place.current?.focus();
    isFirst.current = false;
  }, [path]);
  return (
    <main className="main" id="main" tabIndex={-1} ref={place}>
      {children}
    </main>
  );
}

function PlaceLink({ to, name, icon, mark }: Place): ReactNode {
  const { pathname } = useAddress();
  const isHere = pathname === to || pathname.startsWith(`${to}/`) || (to === '/rooms' && pathname === '/');
  return (
    <a href={to} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} />
      {name}
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
    <div className="shell-banner" role="status">
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

const THEMES: Readonly<Record<Theme, Readonly<{ next: Theme; name: string }>>> = {
  system: { next: 'dark', name: 'Appearance: as the system' },
  dark: { next: 'light', name: 'Appearance: dark' },
  light: { next: 'system', name: 'Appearance: light' },
};

function AccountMenu(): ReactNode {
  const me = useMyself();
  const theme = THEMES[useTheme()];
  const [left, setLeft] = useState(0);
  const leave = useMutation({
    mutationFn: signOut,
    onError: (error) => toast(explainError(error).text, 'danger'),
  });
  return (
    <>
      <Menu
        label={`Account of ${me.name || me.email}`}
        actions={[
          { id: 'account', name: 'Account', icon: 'account', run: () => goTo('/account') },
          { id: 'theme', name: theme.name, icon: 'eye', run: () => setTheme(theme.next) },
          {
            id: 'out',
            name: 'Sign out',
            icon: 'right',
            run: () => (uploadQueue.onTheirWay > 0 ? setLeft(uploadQueue.onTheirWay) : leave.mutate()),
          },
        ]}
      >
        <Icon name="account" />
        <span className="cut">{me.name || me.email}</span>
      </Menu>
      {left > 0 && (
        <FormDialog
          title={`${plural(left, 'file')} on the way`}
          action="Sign out"
          cancel="Stay"
          kind="danger"
          work={leave}
          onClose={() => setLeft(0)}
          isAlert
        >
          <p>Signing out stops these uploads. Files that have arrived stay in the room.</p>
        </FormDialog>
      )}
    </>
  );
}

/** Links of the application change the page without a load. */
document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.origin !== location.origin || link.hasAttribute('download')) return;
  if (/^\/(docs|api|blobs|open|activate)(\/|$)/.test(link.pathname)) return;
  if (link.pathname === location.pathname && link.hash !== '') return;
  event.preventDefault();
  goTo(link.pathname + link.search);
});
