import { SECOND } from '@strongroom/domain';
import {
  BUILD_METRICS,
  counter,
  DEPENDENCY_METRICS,
  type Dependencies,
  gauge,
  HTTP_METRICS,
  type HttpObserver,
  observeHttp,
  Registry,
  showBuild,
  type TimedCalls,
  timeDependencies,
} from '@strongroom/http-kernel';
import { BUILD } from '../config/version.ts';

/** The metrics of the key service, beside those of every process. */
export const KEY_METRICS = {
  ...BUILD_METRICS,
  ...HTTP_METRICS,
  ...DEPENDENCY_METRICS,
  released: counter('strongroom_keys_released_total', 'Data keys that this process released.'),
  refused: counter('strongroom_keys_refused_total', 'Data keys that were refused, by the code of the refusal.', [
    'code',
  ]),
  grants: counter('strongroom_grants_refused_total', 'Key grants that were refused, by reason, as in the log.', [
    'reason',
  ]),
  ready: gauge('strongroom_ready', '1 where keys can be released, 0 where not, as /readyz says.'),
  roomKeysAge: gauge(
    'strongroom_room_keys_age_seconds',
    'Seconds since the public keys of the room service were read; above an hour nothing is released.',
  ),
  checkpointAge: gauge(
    'strongroom_checkpoint_age_seconds',
    'Seconds since the newest event of the record was found covered by a signed checkpoint; a minute is usual.',
  ),
};

type Watched = Readonly<{
  isReady: () => Promise<boolean>;
  stores: () => Promise<Dependencies>;
  trust: Readonly<{ age: number }>;
  checkpointer: Readonly<{ ageSeconds: number | undefined }>;
}>;

/** The metrics of the key service, for Prometheus. */
export type KeyMetrics = Readonly<{
  observer: HttpObserver;
  timed: TimedCalls;
  /** The outcome of a key: the code of its refusal, undefined for a key that was released. */
  note: (refusal: string | undefined) => void;
  grantRefused: (reason: string) => void;
  watch: (watched: Watched) => void;
  server: Registry['server'];
}>;

export function createKeyMetrics(): KeyMetrics {
  const registry = new Registry();
  showBuild(registry, { service: 'strongroom-keys', version: BUILD });
  const released = registry.add(KEY_METRICS.released);
  const refused = registry.add(KEY_METRICS.refused);
  const grants = registry.add(KEY_METRICS.grants);
  return {
    observer: observeHttp(registry),
    timed: timeDependencies(registry),
    note: (code) => {
      if (code === undefined) released.add(undefined);
      else refused.add({ code });
    },
    grantRefused: (reason) => grants.add({ reason }),
    watch: ({ isReady, stores, trust, checkpointer }) => {
      registry.add(KEY_METRICS.ready).watch(async () => [[{}, (await isReady()) ? 1 : 0]]);
      registry
        .add(KEY_METRICS.up)
        .watch(async () =>
          Object.entries((await stores()).states).map(([dependency, state]) => [
            { dependency },
            state === 'ok' ? 1 : 0,
          ]),
        );
      registry.add(KEY_METRICS.roomKeysAge).watch(() => (Number.isFinite(trust.age) ? trust.age / SECOND : undefined));
      registry.add(KEY_METRICS.checkpointAge).watch(() => checkpointer.ageSeconds);
    },
    server: registry.server,
  };
}
