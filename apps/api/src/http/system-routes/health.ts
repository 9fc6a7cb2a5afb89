import { isOfSettings, type LogFault } from '@strongroom/application';
import { ALIVE, type Checks, type Dependencies, dependencies, type Probe, probe, send } from '@strongroom/http-kernel';
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

type Also = Readonly<{ keptAfterDeletion?: () => number; audit?: AuditState | undefined; isDraining?: () => boolean }>;

/**
 * /healthz: the process is alive. /readyz: each dependency is available. While the audit log cannot be
 * continued, reads are served and writes are refused: it is ready and `read_only`, with the reason. It also reports the
 * witnesses that do not sign, the keepers that got no checkpoint, a key of the log that this machine lacks, and for how many
 * seconds the object store can restore deleted objects. /startupz is the same, and 503 where the settings of this process may
 * be why it is read-only: a rollout must not replace processes that write by some that do not. A restored store serves reads.
 */
export function healthPaths(checks: Checks, also: Also = {}): readonly SystemRoute[] {
  const ask = dependencies(checks);
  const isMisplaced = (): boolean => also.audit?.fault !== undefined && isOfSettings(also.audit.fault);
  const found = async (isStart: boolean) => {
    const now = await ask();
    return { isFine: now.areAvailable && !(isStart && isMisplaced()), report: reportOf(now, also) };
  };
  return [
    ALIVE,
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
    await send(exchange, await answer());
  },
});

function reportOf({ areAvailable, states }: Dependencies, { keptAfterDeletion = () => 0, audit }: Also): object {
  const kept = keptAfterDeletion();
  const fault = audit?.fault;
  return {
    status: !areAvailable ? 'unavailable' : fault !== undefined ? 'read_only' : 'ready',
    checks: states,
    ...(fault === undefined ? {} : { audit_log: fault.code }),
    ...(audit?.lacks === undefined ? {} : { audit_key: 'key_is_missing_here' }),
    ...(audit === undefined || audit.failing.size === 0 ? {} : { witnesses: Object.fromEntries(audit.failing) }),
    ...(audit === undefined || audit.notKept.size === 0 ? {} : { keepers: Object.fromEntries(audit.notKept) }),
    ...(kept === 0 ? {} : { deleted_objects_kept_seconds: kept }),
  };
}
