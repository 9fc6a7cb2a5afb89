import type { BlobGateway, BlobStore } from '@strongroom/ports';
import { ContainerModule } from 'inversify';
import { ROUTES } from '../http/routes.ts';
import { httpService } from '../http/service.ts';
import { createMetrics } from '../metrics.ts';
import { TOKENS } from './tokens.ts';

/** What is served over HTTP. */
export const httpModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.metrics)
    .toResolvedValue(
      async ({ metricsPort }) => (metricsPort === undefined ? undefined : createMetrics()),
      [TOKENS.settings],
    )
    .inSingletonScope();
  bind(TOKENS.server)
    .toResolvedValue(
      (settings, application, documents, blobs, keys, limiter, clock, ids, log, metrics) =>
        httpService({
          app: application,
          entrance: application.sessions,
          routes: ROUTES,
          limiter,
          clock,
          ids,
          log,
          settings,
          gateway: isGateway(blobs) ? blobs : undefined,
          checks: {
            documents: () => documents.check(),
            blobs: () => blobs.check(),
            keys: () => keys.check(),
            limits: () => limiter.check(),
            // Mail is sent by jobs, which try again: nobody waits for it.
          },
          observer: metrics,
        }),
      [
        TOKENS.settings,
        TOKENS.application,
        TOKENS.documents,
        TOKENS.blobs,
        TOKENS.keys,
        TOKENS.limiter,
        TOKENS.clock,
        TOKENS.ids,
        TOKENS.log,
        TOKENS.metrics,
      ],
    )
    .inSingletonScope();
});

/** Cloud stores have a server of their own, and their addresses lead past this one. */
const isGateway = (store: BlobStore & Partial<BlobGateway>): store is BlobStore & BlobGateway =>
  store.put !== undefined && store.get !== undefined && store.head !== undefined;
