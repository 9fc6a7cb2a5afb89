import type { Me } from '@strongroom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useConnection } from '../base/connection.ts';
import { keepIdsOf } from '../base/ids-of-person.ts';
import { loadLater } from '../base/later.ts';
import { may } from '../base/may.ts';
import { MeContext, useMyself } from '../base/me.ts';
import { queries, useMe } from '../base/queries.ts';
import { goTo, pageAt, Routed, useAddress } from '../base/router.tsx';
import { ErrorBoundary } from '../design/error-boundary.tsx';
import { Failure, Loading } from '../design/text.tsx';
import { Toasts } from '../design/toasts.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { Rooms } from '../pages/rooms.tsx';
import { clearPrivateFiles } from '../save/save.ts';
import { hasSignedOut, noteSignIn } from '../transfer/sign-out.ts';
import { loadRoomPage } from './ahead.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { Shell } from './shell.tsx';

const Activate = loadLater(() => import('../pages/entrance/activate.tsx').then(({ Activate: page }) => page));
const FirstRun = loadLater(() => import('../pages/entrance/first-run.tsx').then(({ FirstRun: page }) => page));
const ForgotPassword = loadLater(() =>
  import('../pages/entrance/forgot-password.tsx').then(({ ForgotPassword: page }) => page),
);
const SignIn = loadLater(() => import('../pages/entrance/sign-in.tsx').then(({ SignIn: page }) => page));
const Showcase = loadLater(() => import('../design/showcase.tsx').then(({ Showcase: it }) => it));

export const App = (): ReactNode => (
  <QueryClientProvider client={queries}>
    <Routed>
      <ErrorBoundary isPage>
        <Suspense fallback={null}>
          <Entry />
        </Suspense>
      </ErrorBoundary>
      <Toasts />
    </Routed>
  </QueryClientProvider>
);

const OPEN = [
  { pattern: '/activate', show: () => <Activate /> },
  { pattern: '/welcome', show: () => <FirstRun /> },
  { pattern: '/forgot-password', show: () => <ForgotPassword /> },
  { pattern: '/design', show: () => <Showcase /> },
];

const Account = loadLater(() => import('../pages/account/account.tsx').then(({ Account: page }) => page));
const AllActivity = loadLater(() =>
  import('../pages/all-activity/all-activity.tsx').then(({ AllActivity: page }) => page),
);
const DeviceCode = loadLater(() => import('../pages/account/device-code.tsx').then(({ DeviceCode: page }) => page));
const News = loadLater(() => import('../pages/news/news.tsx').then(({ News: page }) => page));
const Oversight = loadLater(() => import('../pages/oversight/oversight.tsx').then(({ Oversight: page }) => page));
const People = loadLater(() => import('../pages/people/people.tsx').then(({ People: page }) => page));
const PersonPage = loadLater(() => import('../pages/people/person.tsx').then(({ PersonPage: page }) => page));
const RoomPage = loadLater(() => loadRoomPage().then(({ RoomPage: page }) => page));
const Receipts = loadLater(() => import('../pages/receipts.tsx').then(({ Receipts: page }) => page));
const Receipt = loadLater(() => import('../pages/receipts.tsx').then(({ Receipt: page }) => page));
const Status = loadLater(() => import('../pages/service/status.tsx').then(({ Status: page }) => page));
const Systems = loadLater(() => import('../pages/systems/systems.tsx').then(({ Systems: page }) => page));
const Tokens = loadLater(() => import('../pages/account/tokens.tsx').then(({ Tokens: page }) => page));
const Units = loadLater(() => import('../pages/units.tsx').then(({ Units: page }) => page));

type Params = Readonly<Record<string, string>>;
const roomAt = ({ id = '', tab }: Params): ReactNode => <RoomPage key={id} id={id} tab={tab} />;

const PAGES = [
  { pattern: '/', show: () => <Rooms /> },
  { pattern: '/sign-in', show: () => <Moved to="/rooms" /> },
  { pattern: '/rooms', show: () => <Rooms /> },
  { pattern: '/rooms/:id', show: roomAt },
  { pattern: '/rooms/:id/:tab', show: roomAt },
  { pattern: '/account', show: () => <Account /> },
  { pattern: '/device', show: () => <DeviceCode /> },
  { pattern: '/settings/tokens', show: () => <Tokens /> },
  { pattern: '/news', show: () => <News /> },
  { pattern: '/oversight', show: () => <Only may="room.oversee" page={<Oversight />} /> },
  { pattern: '/people', show: () => <Only may="user.list_all" page={<People />} /> },
  {
    pattern: '/people/:id',
    show: ({ id = '' }: Params) => <Only may="user.list_all" page={<PersonPage key={id} id={id} />} />,
  },
  { pattern: '/units', show: () => <Only may="org_unit.list_all" page={<Units />} /> },
  { pattern: '/activity', show: () => <Only may="audit.read" page={<AllActivity />} /> },
  { pattern: '/receipts', show: () => <Only may="receipt.list" page={<Receipts />} /> },
  { pattern: '/receipts/:id', show: ({ id = '' }: Params) => <Receipt id={id} /> },
  { pattern: '/systems', show: () => <Only may="directory.see" page={<Systems />} /> },
  { pattern: '/status', show: () => <Status /> },
];

type OnlyProps = Readonly<{ may: NonNullable<Me['may']>[number]; page: ReactNode }>;

/** A page about the organisation. For a person who may not read it there is none. */
function Only({ may: action, page }: OnlyProps): ReactNode {
  return may(useMyself(), action) ? page : <NotFound />;
}

/** A page that has another address for people who are signed in. */
function Moved({ to }: Readonly<{ to: string }>): ReactNode {
  useEffect(() => goTo(to, { replace: true }), [to]);
  return null;
}

/** Public pages first; every other one needs a session. */
function Entry(): ReactNode {
  const { pathname } = useAddress();
  const me = useMe();
  const connection = useConnection();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (me.data !== undefined) keepIdsOf(me.data?.id);
    // However the last session ended, nothing readable of it waits for the next person.
    if (me.data === null) void clearPrivateFiles();
    if (!me.data) return;
    wasSignedIn.current = true;
    noteSignIn();
  }, [me.data]);
  const open = pageAt(pathname, OPEN);
  if (open !== undefined) return open;
  if (me.isPending && connection === 'up') return null;
  if (me.data === undefined)
    return (
      <div className="entrance">
        <main>
          {connection === 'up' ? <Failure error={me.error} /> : <ConnectionNotice connection={connection} />}
          <Loading what="your account" />
        </main>
      </div>
    );
  if (me.data === null) return <SignIn hasEnded={wasSignedIn.current && !hasSignedOut()} />;
  return (
    <MeContext value={me.data}>
      <Shell>
        <ErrorBoundary place={pathname} isPage>
          <Suspense fallback={<Loading what="the page" rows={6} />}>{pageAt(pathname, PAGES) ?? <NotFound />}</Suspense>
        </ErrorBoundary>
      </Shell>
    </MeContext>
  );
}
