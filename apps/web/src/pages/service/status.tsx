import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDateTime, formatToMinute, plural } from '../../base/format.ts';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { useOffer } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { formatSize } from '../../base/size.ts';
import { Badge, Failure, Loading, Notice, PageHead } from '../../design/text.tsx';
import { useFailing } from '../systems/failing-mark.tsx';

const REFRESH_MS = 10_000;

type Report = Readonly<Record<string, unknown>>;

/** `refusal`: the code of the reason why no change is accepted. `witnesses` and `keepers`: those that fail, and why. */
type Ready = Readonly<{
  status: string;
  checks: Report;
  refusal: string | undefined;
  witnesses: Report;
  keepers: Report;
}>;

const isReport = (value: unknown): value is Report => typeof value === 'object' && value !== null;
const partOf = (report: Report, name: string): Report => (isReport(report[name]) ? report[name] : {});

/** The answer of `/readyz`. Fields that a later version adds are dropped. */
function readyOf(value: unknown): Ready {
  const report = isReport(value) ? value : {};
  const { status, audit_log: refusal } = report;
  return {
    status: typeof status === 'string' ? status : 'unknown',
    refusal: typeof refusal === 'string' ? refusal : undefined,
    checks: partOf(report, 'checks'),
    witnesses: partOf(report, 'witnesses'),
    keepers: partOf(report, 'keepers'),
  };
}

/** Words for the parts that `/readyz` checks. */
const PARTS: Readonly<Record<string, string>> = {
  documents: 'Database',
  blobs: 'Files',
  keys: 'Keys',
  limits: 'Request limits',
};

/** Words for the proofs that a key service asks for. A later version may name others. */
const PROOFS: Readonly<Record<string, string>> = {
  grant: 'by their sign-in here',
  device: 'by a device with a key',
  oidc: 'by a sign-in of their own at the key service',
};

/** Null where a proxy keeps the checks inside. */
async function readiness(): Promise<Ready | null> {
  const answer = await fetch('/readyz', { cache: 'no-store' });
  if (answer.status === 404) return null;
  return readyOf(await answer.json());
}

/** The build that runs, which tells states of one version apart. Null where a proxy keeps it inside. */
async function buildOfService(): Promise<string | null> {
  const answer = await fetch('/healthz', { cache: 'no-store' });
  const { version }: Report = answer.ok ? partOf({ answer: await answer.json() }, 'answer') : {};
  return typeof version === 'string' ? version : null;
}

export function Status(): ReactNode {
  const offer = useOffer();
  const build = useQuery({ queryKey: ['build'], queryFn: buildOfService });
  const ready = useQuery({ queryKey: ['ready'], queryFn: readiness, refetchInterval: REFRESH_MS });
  if (offer.isPending) return <Loading what="the state of the service" />;
  const keys = offer.data?.key_service;
  return (
    <>
      <PageHead title="Service" />
      <Failure error={offer.error ?? ready.error} />
      <section className="card form">
        <h2>Health</h2>
        <dl className="facts">
          <dt>Service</dt>
          <dd>
            <Health state={ready.data === null ? 'up' : (ready.data?.status ?? 'unknown')} />{' '}
            {ready.data === null && 'Its single checks are shown inside of its own network only.'}
          </dd>
          {Object.entries(ready.data?.checks ?? {}).map(([name, state]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{PARTS[name] ?? name}</dt>
              <dd>
                <Health state={String(state)} />
              </dd>
            </div>
          ))}
          {ready.isSuccess && (
            <>
              <dt>Checked</dt>
              <dd>{formatDateTime(new Date(ready.dataUpdatedAt).toISOString())}, and every ten seconds</dd>
            </>
          )}
          <Webhooks />
          <Failing kind="Witness" found={ready.data?.witnesses} />
          <Failing kind="Keeper" found={ready.data?.keepers} />
        </dl>
        {ready.data?.refusal !== undefined && (
          <Notice tone="danger">
            Rooms can be read, and every change is refused: the audit log cannot be continued (
            <code>{ready.data.refusal}</code>). <a href="/docs/how-to/prove-the-audit-log">What to do</a>
          </Notice>
        )}
      </section>
      <section className="card form">
        <h2>Facts</h2>
        <dl className="facts">
          <dt>Version</dt>
          <dd>
            {typeof build.data === 'string' ? (
              <>
                <code>{build.data}</code> <span className="soft">name it when you report a problem</span>
              </>
            ) : (
              offer.data?.version
            )}
          </dd>
          <SignedEvents />
          <dt>Largest file</dt>
          <dd>{offer.data && formatSize(offer.data.limits.file_bytes)}</dd>
          <dt>Mails</dt>
          <dd>
            {offer.data?.mail_sent === false
              ? 'not sent: no mail server is set. The operator finds them, with their links, in the folder mail/ of the data folder.'
              : 'sent'}
          </dd>
          <dt>Key service</dt>
          <dd>{keys ? keys.url : 'none'}</dd>
          {keys && (
            <>
              <dt>Its fingerprint</dt>
              <dd className="mono">{keys.key ?? 'unknown: it does not answer'}</dd>
              <dt>People prove themselves</dt>
              <dd>{keys.proof === null ? 'unknown: it does not answer' : (PROOFS[keys.proof] ?? keys.proof)}</dd>
            </>
          )}
          <dt>Interface</dt>
          <dd>
            <a href="/docs">Documentation</a>
          </dd>
        </dl>
      </section>
      {!keys && <Notice tone="warn">Without a key service browsers can neither read nor add files.</Notice>}
      <Notice>
        The service that sends this page decides what it does. The file <a href="/manifest.json">manifest.json</a> lists
        the hash of each of its files, and <code>strongroom verify-web</code> compares them with those of a release.
      </Notice>
    </>
  );
}

const Health = ({ state }: Readonly<{ state: string }>): ReactNode => (
  <Badge tone={/^(ok|ready|up|true)$/.test(state) ? 'good' : 'danger'}>{state.replaceAll('_', ' ')}</Badge>
);

/** The receivers of events, for those who may know of them. */
function Webhooks(): ReactNode {
  const failing = useFailing();
  if (failing === undefined) return null;
  const since = failing.map(({ failing_since: at, disabled_at: off }) => at ?? off ?? '').toSorted()[0];
  return (
    <>
      <dt>Webhooks</dt>
      <dd>
        {since === undefined ? (
          <Badge tone="good">ok</Badge>
        ) : (
          <>
            <Badge tone="danger">{failing.length} failing</Badge>{' '}
            <a href="/systems">{plural(failing.length, 'receiver')} without events</a>{' '}
            <span className="soft">since {formatToMinute(since)}</span>
          </>
        )}
      </dd>
    </>
  );
}

/** The number of events that the latest checkpoint signs, on its second line; null before the first one. */
async function signedEvents(): Promise<number | null> {
  const answer = await service.audit.checkpoint().catch(() => null);
  return answer === null ? null : Number((await answer.text()).split('\n')[1]);
}

/** For readers of the log. Counts of people, rooms and files would take longer with each of them. */
function SignedEvents(): ReactNode {
  const isAsked = may(useMyself(), 'audit.read');
  const { data } = useQuery({ queryKey: ['signed-events'], queryFn: signedEvents, enabled: isAsked });
  if (data === undefined || data === null || Number.isNaN(data)) return null;
  return (
    <>
      <dt>Audit log</dt>
      <dd>
        {plural(data, 'event')} <span className="soft">signed up to now</span>
      </dd>
    </>
  );
}

/** Witnesses or keepers of the audit log that do not do their part. */
const Failing = ({ kind, found = {} }: Readonly<{ kind: string; found: Report | undefined }>): ReactNode =>
  Object.entries(found).map(([name, reason]) => (
    <div key={name} style={{ display: 'contents' }}>
      <dt>
        {kind} {name}
      </dt>
      <dd>
        <Badge tone="warn">{String(reason)}</Badge>
      </dd>
    </div>
  ));
