import {
  BUILD_METRICS,
  counter,
  DEPENDENCY_METRICS,
  gauge,
  HTTP_METRICS,
  type HttpObserver,
  type MetricsServer,
  observeHttp,
  Registry,
  showBuild,
  type TimedCalls,
  timeDependencies,
} from '@strongroom/http-kernel';
import type { DocumentStore } from '@strongroom/ports';
import { countEvents } from './event-metrics.ts';
import { BUILD } from './version.ts';

const WAITING = ['kind'] as const;

/** The metrics of the room service, beside those of every process. */
export const ROOM_METRICS = {
  ...BUILD_METRICS,
  ...HTTP_METRICS,
  ...DEPENDENCY_METRICS,
  events: counter(
    'strongroom_events_total',
    'Events that this process wrote to the audit log, refusals too, by type and outcome.',
    ['type', 'outcome'],
  ),
  bytes: counter('strongroom_confirmed_bytes_total', 'Bytes of uploads that this process confirmed.'),
  jobs: gauge(
    'strongroom_jobs_waiting',
    'Jobs that are due and not done, within a minute ago: mail, or rest. Counted up to 1000 of both.',
    WAITING,
  ),
  jobAge: gauge(
    'strongroom_jobs_oldest_seconds',
    'Seconds since the oldest of these jobs was due, also if it was tried since.',
    WAITING,
  ),
  rooms: gauge(
    'strongroom_rooms_to_destroy',
    'Deleted rooms whose key or objects are not destroyed yet, of the jobs above.',
  ),
  uploads: gauge(
    'strongroom_pending_uploads',
    'Uploads that are announced and neither confirmed nor swept, up to 10 000.',
  ),
  checkpointAge: gauge(
    'strongroom_checkpoint_age_seconds',
    'Seconds since the newest event was found covered by a signed checkpoint; a minute is usual.',
  ),
  witnesses: gauge('strongroom_witnesses_failing', 'Witnesses that did not sign the last checkpoint.'),
  keepers: gauge('strongroom_checkpoint_keepers_failing', 'Keepers that did not get the last checkpoint.'),
  clock: gauge(
    'strongroom_clock_offset_seconds',
    'Seconds by which the clock of this process is ahead of that of the database, within a minute ago.',
  ),
  refused: gauge(
    'strongroom_writes_refused',
    '1 where changes are refused: by the operator, for the audit log, or because documents cannot be written.',
    ['reason'],
  ),
  outside: gauge('strongroom_outside_party_failing', '1 for a party that did not serve the last call.', ['party']),
  disk: gauge('strongroom_disk_free_bytes', 'Free bytes of the disk that holds STRONGROOM_DATA_DIR.'),
};

/** The metrics of the room service, for Prometheus. */
export type Metrics = HttpObserver &
  Readonly<{
    timed: TimedCalls;
    /** Counts the events of each commit. */
    counted: <T extends DocumentStore>(documents: T) => T;
    registry: Registry;
    server: MetricsServer;
  }>;

export function createMetrics(): Metrics {
  const registry = new Registry();
  showBuild(registry, { service: 'strongroom', version: BUILD });
  const events = registry.add(ROOM_METRICS.events);
  const bytes = registry.add(ROOM_METRICS.bytes);
  return {
    ...observeHttp(registry),
    timed: timeDependencies(registry),
    counted: (documents) => countEvents(documents, { events, bytes }),
    registry,
    server: registry.server,
  };
}
