import type { BlobGateway, BlobStore } from '@strongroom/ports';
import { ContainerModule } from 'inversify';
import type { Settings } from '../config/settings.ts';
import { FrontDoor } from '../http/front-door.ts';
import { routesWith } from '../http/routes.ts';
import { openDoor } from '../http/service.ts';
import { createMetrics } from '../metrics.ts';
import { TOKENS } from './tokens.ts';

/** Milliseconds: with what a connection takes, an answer within five seconds. */
const PATIENCE = 4700;

const asksOthers = ({ documents, blobs, keys }: Settings): boolean =>
  documents === 'mongodb' || blobs === 'gcs' || keys === 'cloud-kms';

/** What is served over HTTP. */
export const httpModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.metrics)
    .toResolvedValue(
      async ({ metricsPort }) => (metricsPort === undefined ? undefined : createMetrics()),
      [TOKENS.settings],
    )
    .inSingletonScope();
  bind(TOKENS.door)
    .toResolvedValue(
      (settings, limiter, clock, ids, log, metrics) =>
        new FrontDoor({ settings, limiter, clock, ids, log, observer: metrics }),
      [TOKENS.settings, TOKENS.limiter, TOKENS.clock, TOKENS.ids, TOKENS.log, TOKENS.metrics],
    )
    .inSingletonScope();
  bind(TOKENS.server)
    .toResolvedValue(
      (door, application, documents, blobs, keys, limiter, ids, log, settings) => {
        openDoor(door, {
          app: application,
          entrance: application.sessions,
          routes: routesWith(settings.classification.scheme),
          ids,
          log,
          gateway: isGateway(blobs) ? blobs : undefined,
          downloadOrigin: blobs.downloadOrigin,
          keptAfterDeletion: () => blobs.keptAfterDeletion,
          patience: asksOthers(settings) ? PATIENCE : undefined,
          checks: {
            documents: () => documents.check(),
            blobs: () => blobs.check(),
            keys: () => keys.check(),
            limits: () => limiter.check(),
            // Mail is sent by jobs, which try again: nobody waits for it.
          },
        });
        return door.server;
      },
      [
        TOKENS.door,
        TOKENS.application,
        TOKENS.documents,
        TOKENS.blobs,
        TOKENS.keys,
        TOKENS.limiter,
        TOKENS.ids,
        TOKENS.log,
        TOKENS.settings,
      ],
    )
    .inSingletonScope();
});

/** Cloud stores have a server of their own, and their addresses lead past this one. */
const isGateway = (store: BlobStore & Partial<BlobGateway>): store is BlobStore & BlobGateway =>
  store.put !== undefined && store.get !== undefined && store.head !== undefined;
