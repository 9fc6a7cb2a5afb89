import { isOfSettings, type LogFault } from '@strongroom/application';
import {
  aliveProbe,
  type DependencyChecks,
  dependencies,
  type Probe,
  probe,
  sendAnswer,
} from '@strongroom/http-kernel';
import { BUILD } from '../../base/version.ts';
import { readOnly, type SystemRoute } from './system-route.ts';

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

/** Without these some requests fail, and others are served. Without any other dependency, none is. */
const DEGRADING: readonly string[] = ['blobs', 'keys'];
/** Milliseconds between two writes that are tried. */
const WRITES_FRESH = 10_000;

type Also = Readonly<{
  keptAfterDeletion?: () => number;
  audit?: AuditState | undefined;
  isDraining?: () => boolean;
  writes?: DependencyChecks;
  isReadOnly?: boolean;
  /** Whether a restored store may hold people who were erased since its backup. */
  erasures?: Readonly<{ isPending: boolean }> | undefined;
  /** External parties that do not serve, each with a code. */
  outside?: Readonly<{ raised: ReadonlyMap<string, string> }> | undefined;
}>;

/**
 * /healthz: the process is alive. /readyz: it serves; without objects or keys it is `degraded`. While the audit log cannot be
 * continued, documents cannot be written or the operator wants it so, reads are served and writes are refused: it is
 * `read_only`, with the reason. It also reports parties outside of the service that did not serve, the
 * witnesses that do not sign, the keepers that got no checkpoint, a key of the log that this machine lacks, and for how many
 * seconds the object store can restore deleted objects. /startupz is 503 also without objects, keys or writes, and where the settings of this process
 * may be why it is read-only: a rollout must not replace processes that work by some that do not. A restored store serves reads,
 * and is `unavailable` for /readyz as long as it has people who were erased since its backup.
 */
export function healthPaths(checks: DependencyChecks, also: Also = {}): readonly SystemRoute[] {
  const ask = dependencies(checks);
  const askWrites = dependencies(also.writes ?? {}, { fresh: WRITES_FRESH });
  const isMisplaced = (): boolean => also.audit?.fault !== undefined && isOfSettings(also.audit.fault);
  const found = async (isStart: boolean) => {
    const [now, writes] = await Promise.all([ask(), askWrites()]);
    const states = Object.fromEntries(
      Object.entries(now.states).map(([name, state]) => [
        name,
        state === 'ok' && writes.states[name] === 'unavailable' ? 'no_writes' : state,
      ]),
    );
    const isWhole = Object.values(states).every((state) => state === 'ok') && !isMisplaced();
    const isServing = Object.entries(states).every(
      ([name, state]) => state !== 'unavailable' || DEGRADING.includes(name),
    );
    const serves = isServing && also.erasures?.isPending !== true;
    return { isFine: isStart ? isWhole : serves, report: reportOf(states, serves, also) };
  };
  return [
    aliveProbe(BUILD),
    probe('/readyz', () => found(false), also.isDraining),
    probe('/startupz', () => found(true), also.isDraining),
  ].map(pathOf);
}

const pathOf = ({ path, answer }: Probe): SystemRoute => ({
  path,
  pattern: path,
  methods: 'GET, HEAD',
  serve: async (exchange) => {
    readOnly(exchange);
    await sendAnswer(exchange, await answer());
  },
});

function reportOf(
  states: Readonly<Record<string, string>>,
  serves: boolean,
  { keptAfterDeletion = () => 0, audit, isReadOnly = false, erasures, outside }: Also,
): object {
  const found = Object.values(states);
  const kept = keptAfterDeletion();
  const fault = audit?.fault;
  return {
    status: !serves
      ? 'unavailable'
      : isReadOnly || fault !== undefined || found.includes('no_writes')
        ? 'read_only'
        : found.includes('unavailable')
          ? 'degraded'
          : 'ready',
    checks: states,
    ...(erasures?.isPending === true ? { erasures: 'pending' } : {}),
    ...(isReadOnly ? { read_only: 'set_by_operator' } : {}),
    ...(fault === undefined ? {} : { audit_log: fault.code }),
    ...(audit?.lacks === undefined ? {} : { audit_key: 'key_is_missing_here' }),
    ...(audit === undefined || audit.failing.size === 0 ? {} : { witnesses: Object.fromEntries(audit.failing) }),
    ...(audit === undefined || audit.notKept.size === 0 ? {} : { keepers: Object.fromEntries(audit.notKept) }),
    ...(outside === undefined || outside.raised.size === 0 ? {} : { outside: Object.fromEntries(outside.raised) }),
    ...(kept === 0 ? {} : { deleted_objects_kept_seconds: kept }),
  };
}
