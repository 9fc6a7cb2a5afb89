import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDateTime } from '../base/format.ts';
import { useOffer } from '../base/queries.ts';
import { formatSize } from '../base/size.ts';
import { Badge, Failure, Loading, Notice, PageHead } from '../design/text.tsx';

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
