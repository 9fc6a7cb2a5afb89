import { statfs } from 'node:fs/promises';
import type { Application } from '@strongroom/application';
import { type DependencyChecks, dependencies } from '@strongroom/http-kernel';
import { type Metrics, ROOM_METRICS } from '../base/metrics.ts';
import type { Settings } from '../config/settings.ts';
import { EXTERNAL_SERVICES, type OutsideAlarms } from './outside-alarms.ts';

/** Milliseconds for which the result of a try to write is used again. */
const WRITES_FRESH = 10_000;

type Watched = Readonly<{
  application: Pick<Application, 'worker' | 'checkpointer'>;
  settings: Pick<Settings, 'dataDir' | 'readOnly'>;
  outside: OutsideAlarms;
  checks: DependencyChecks;
  writes: () => Promise<void>;
  /** Whether the database has a clock of its own. */
  hasClock: boolean;
}>;

/** Has the state of the service read at each scrape. Nothing here costs more when the store grows. */
export function watchService({ registry }: Metrics, { application, settings, outside, ...parts }: Watched): void {
  const { worker, checkpointer } = application;
  const { checks, writes, hasClock } = parts;
  const ask = dependencies(checks);
  const askWrites = dependencies({ documents: writes }, { fresh: WRITES_FRESH });
  const perKind = (read: 'waiting' | 'oldestSeconds') => () => {
    const found = worker.backlog;
    return found && (['mail', 'rest'] as const).map((kind) => [{ kind }, found[kind][read]] as const);
  };
  registry.add(ROOM_METRICS.jobs).watch(perKind('waiting'));
  registry.add(ROOM_METRICS.jobAge).watch(perKind('oldestSeconds'));
  registry.add(ROOM_METRICS.rooms).watch(() => worker.backlog?.roomsToDestroy);
  registry.add(ROOM_METRICS.uploads).watch(() => worker.backlog?.pendingUploads);
  if (hasClock) registry.add(ROOM_METRICS.clock).watch(() => worker.clockOffset ?? 0);
  if (checkpointer !== undefined) {
    registry.add(ROOM_METRICS.checkpointAge).watch(() => checkpointer.ageSeconds);
    registry.add(ROOM_METRICS.witnesses).watch(() => checkpointer.failing.size);
    registry.add(ROOM_METRICS.keepers).watch(() => checkpointer.notKept.size);
  }
  registry
    .add(ROOM_METRICS.outside)
    .watch(() => EXTERNAL_SERVICES.map((party) => [{ party }, outside.raised.has(party) ? 1 : 0]));
  registry.add(ROOM_METRICS.disk).watch(async () => {
    const { bavail, bsize } = await statfs(settings.dataDir);
    return [[{}, bavail * bsize]];
  });
  registry
    .add(ROOM_METRICS.up)
    .watch(async () =>
      Object.entries((await ask()).states).map(([dependency, state]) => [{ dependency }, state === 'ok' ? 1 : 0]),
    );
  registry.add(ROOM_METRICS.refused).watch(async () => {
    const isWritable = (await askWrites()).areAvailable;
    return [
      [{ reason: 'set_by_operator' }, settings.readOnly === 'on' ? 1 : 0],
      [{ reason: 'audit_log' }, checkpointer?.fault === undefined ? 0 : 1],
      [{ reason: 'no_writes' }, isWritable ? 0 : 1],
    ];
  });
}
