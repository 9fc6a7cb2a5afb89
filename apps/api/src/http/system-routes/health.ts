import { isOfSettings, type LogFault } from '@strongroom/application';
import { type Exchange, sendJson } from '@strongroom/http-kernel';
import { readOnly, type SystemRoute } from './system-route.ts';

/** The dependencies of the service. A check rejects if its dependency cannot serve. */
export type Checks = Readonly<Record<string, () => Promise<void>>>;

/** A dependency that does not answer in this time is unavailable. */
const CHECK_MS = 2000;
/** Caches results for this time, so that frequent probes do not load the dependencies. */
const CACHE_MS = 1000;

/** The signing of the audit log. */
export type AuditState = Readonly<{
  /** The reason why writes are refused. */
  fault: LogFault | undefined;
  /** Witnesses that do not sign, by name, with the reason. */
  failing: ReadonlyMap<string, string>;
  /** Keepers of checkpoints that did not get the last one, by name, with the reason. */
  notKept: ReadonlyMap<string, string>;
  /** Set where this machine lacks the present key of the log, which others sign with. */
  lacks: string | undefined;
}>;

type Also = Readonly<{ keptAfterDeletion?: () => number; audit?: AuditState | undefined }>;

type Report = Readonly<{ ready: boolean; isMisplaced: boolean; text: string; at: number }>;

/**
 * /healthz: the process is alive. /readyz: each dependency is available. While the audit log cannot be
 * continued, reads are served and writes are refused: it is ready and `read_only`, with the reason. It also reports the
 * witnesses that do not sign, the keepers that got no checkpoint, a key of the log that this machine lacks, and for how many
 * seconds the object store can restore deleted objects. /startupz is the same, and 503 where the settings of this process may
 * be why it is read-only: a rollout must not replace processes that write by some that do not. A restored store serves reads.
 */
export function healthPaths(checks: Checks, also: Also = {}): readonly SystemRoute[] {
  let asked: Promise<Report> | undefined;
  const report = async (): Promise<Report> => {
    const known = await asked;
    if (known !== undefined && performance.now() - known.at < CACHE_MS) return known;
    asked = reportOf(checks, also);
    return asked;
  };
  const probe = (path: string, serves: (found: Report) => boolean): SystemRoute => ({
    path,
    pattern: path,
    methods: 'GET, HEAD',
    serve: async (exchange) => {
      readOnly(exchange);
      const found = await report();
      const isFine = serves(found);
      sendJson(exchange, isFine ? 200 : 503, found.text, isFine ? [] : ['Retry-After', '1']);
    },
  });
  return [
    { path: '/healthz', pattern: '/healthz', methods: 'GET, HEAD', serve: alive },
    probe('/readyz', ({ ready }) => ready),
    probe('/startupz', ({ ready, isMisplaced }) => ready && !isMisplaced),
  ];
}

async function alive(exchange: Exchange): Promise<void> {
  readOnly(exchange);
  sendJson(exchange, 200, '{"status":"ok"}');
}

async function reportOf(checks: Checks, { keptAfterDeletion = () => 0, audit }: Also): Promise<Report> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, (await passes(check)) ? 'ok' : 'unavailable'] as const),
  );
  const ready = results.every(([, result]) => result === 'ok');
  const kept = keptAfterDeletion();
  const fault = audit?.fault;
  const text = JSON.stringify({
    status: !ready ? 'unavailable' : fault !== undefined ? 'read_only' : 'ready',
    checks: Object.fromEntries(results),
    ...(fault === undefined ? {} : { audit_log: fault.code }),
    ...(audit?.lacks === undefined ? {} : { audit_key: 'key_is_missing_here' }),
    ...(audit === undefined || audit.failing.size === 0 ? {} : { witnesses: Object.fromEntries(audit.failing) }),
    ...(audit === undefined || audit.notKept.size === 0 ? {} : { keepers: Object.fromEntries(audit.notKept) }),
    ...(kept === 0 ? {} : { deleted_objects_kept_seconds: kept }),
  });
  return { ready, isMisplaced: fault !== undefined && isOfSettings(fault), text, at: performance.now() };
}

async function passes(check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_MS);
  });
  const asked = check().then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
